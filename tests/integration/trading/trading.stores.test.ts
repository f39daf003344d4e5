import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tradingOrder, tradingPosition } from '#drizzle/schema';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { apply, calculateEntryPrice, EMPTY_ACCOUNT, foldOrders, type Order } from '~/trading/accounts/account';
import { findSavedAccount, openAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { computeSnapshots, listValuations } from '~/trading/accounts/snapshots';
import { findAccountSnapshots, saveSnapshots } from '~/trading/accounts/snapshots.server';
import { computeNav } from '~/trading/figures/nav';
import { STRATEGIES } from '~/trading/leaders';
import { createMarketData, runLeader, startProgress } from '~/trading/leaders/run';
import { simulatedFeed } from '~/trading/market';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { place, recordFlow } from '~/trading/orders/place';
import { createPrices } from '~/trading/prices/prices';
import { START, useDatabase } from '../../support/database';
import { must } from '../../support/must';

useDatabase();

const prices = createPrices(simulatedFeed());
const world = createMarketData(prices);
const from = START.getTime() - 20 * DAY;

test('leaders continue from their saved state, and their orders reproduce it', async () => {
  for (const strategy of STRATEGIES) {
    const { id } = strategy;
    const started = startProgress(strategy, from);
    await write((tx) => openAccount(tx, { id, kind: 'leader', createdAt: START }, started.progress, started.orders));
    // In batches, each read from the database.
    for (const to of [from + 7 * DAY + 5_000, from + 8 * DAY, START.getTime()]) {
      await write(async (tx) => {
        const saved = await findSavedAccount(tx, id);
        if (!saved?.memory) throw new Error(`${id} is not kept`);
        const { progress, orders } = runLeader(strategy, world, { ...saved, memory: saved.memory }, to);
        await saveAccount(tx, id, progress, orders);
      });
    }
    const saved = await findSavedAccount(read(), id);
    const orders = await findOrders(read(), id);
    const atOnce = runLeader(strategy, world, started.progress, START.getTime());
    expect(saved).toEqual({ ...atOnce.progress, feed: 'simulated' });
    expect(orders).toEqual([...started.orders, ...atOnce.orders]);
    const folded = foldOrders(orders);
    expect({
      ...folded,
      waiting: saved?.account.waiting,
      leverage: saved?.account.leverage,
      lastOrderKey: saved?.account.lastOrderKey,
    }).toEqual(saved?.account);
  }
  const all = (await Promise.all(STRATEGIES.map(({ id }) => findOrders(read(), id)))).flat();
  expect(all.length).toBeGreaterThan(60);
});

test('snapshots are made from orders, and give a NAV that starts at 1', async () => {
  const strategy = STRATEGIES.find(({ id }) => id === 'coins') as (typeof STRATEGIES)[number];
  const started = startProgress(strategy, from + 3_600_000);
  const { progress, orders } = runLeader(strategy, world, started.progress, START.getTime());
  const log = [...started.orders, ...orders];
  const made = computeSnapshots(log, prices, START.getTime(), () => 3);
  await write(async (tx) => {
    await openAccount(tx, { id: 'coins', kind: 'leader', createdAt: START }, progress, log);
    await saveSnapshots(tx, 'coins', made);
  });
  expect(await findAccountSnapshots(read(), 'coins')).toEqual(made);
  expect(made).toHaveLength(20);
  expect(made[0]).toMatchObject({ flows: strategy.capital, copies: 3 });
  const nav = computeNav(listValuations(made, log));
  expect(nav[0]?.nav).toBe(1);
  expect(nav.at(-1)?.nav).toBeCloseTo(Number(made.at(-1)?.equity) / Number(strategy.capital), 10);
  await expect(write((tx) => saveSnapshots(tx, 'coins', made.slice(0, 1)))).rejects.toThrow();
});

test('sizes and costs are read back to the last digit, and closed positions are no longer held', async () => {
  const put = recordFlow(EMPTY_ACCOUNT, 10n ** 13n, 'investor', from, 0n);
  const size = 123_456_789n * UNITS_PER_WHOLE + 1n;
  const fill = calculateEntryPrice({
    at: from,
    kind: 'market',
    by: 'investor',
    equityBefore: 10n ** 13n,
    id: 'EURUSD',
    size,
    price: 110_321n,
  });
  const held = apply(put.account, fill);
  const stored = { account: held.account, memory: null, until: from };
  await write((tx) =>
    openAccount(tx, { id: 'mine', kind: 'investor', createdAt: START }, stored, [put.order, held.order]),
  );
  expect((await findSavedAccount(read(), 'mine'))?.account.positions.EURUSD).toMatchObject({
    size,
    cost: size * 110_321n,
  });
  expect(size * 110_321n).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER) * 100n);

  const flat = apply(held.account, { ...fill, size: -size });
  await write((tx) => saveAccount(tx, 'mine', { ...stored, account: flat.account }, [flat.order]));
  expect((await findSavedAccount(read(), 'mine'))?.account).toEqual(flat.account);
  const rows = await read().select().from(tradingPosition).where(eq(tradingPosition.accountId, 'mine'));
  expect(rows).toMatchObject([{ instrument: 'EURUSD', size: 0n, cost: 0n }]);
});

test('waiting orders are stored with the account', async () => {
  const put = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'investor', from, 0n);
  const level = { kind: 'limit', price: 50_000n } as const;
  const placed = must(
    place(put.account, prices, { id: 'EURUSD', size: UNITS_PER_WHOLE, by: 'investor', level, stop: 1n }, from),
  );
  const stored = { account: placed.account, memory: null, until: from };
  await write((tx) => openAccount(tx, { id: 'mine', kind: 'investor', createdAt: START }, stored, [put.order]));
  expect(await findSavedAccount(read(), 'mine')).toEqual({ ...stored, feed: 'simulated' });
  expect(await findSavedAccount(read(), 'none')).toBeNull();
});

test('an order is never changed, its number is never given twice, and the audit finds nothing', async () => {
  await prepareInstallation();
  const put = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'investor', from, 0n);
  const stored = { account: put.account, memory: null, until: from };
  await write((tx) => openAccount(tx, { id: 'mine', kind: 'leader', createdAt: START }, stored, [put.order]));
  const again: Order = { ...put.order, flow: 1n };
  await expect(write((tx) => saveAccount(tx, 'mine', stored, [again]))).rejects.toThrow();
  await expect(
    write((tx) => tx.update(tradingOrder).set({ flow: 1n }).where(eq(tradingOrder.accountId, 'mine'))),
  ).rejects.toThrow();
  expect(await findOrders(read(), 'mine')).toEqual([put.order]);
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
});
