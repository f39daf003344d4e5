import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { event, journal, notification, tradingAccount, tradingOrder, user as userTable } from '#drizzle/schema';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { loadLockedView } from '~/features/copying/liveTrading/lockedView.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import {
  amendOwnPosition,
  cancelOwnOrder,
  closeOwnPosition,
  giveOrder,
} from '~/features/copying/liveTrading/ownOrders.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import { loadOrderTicket } from '~/features/copying/liveTrading/ticket/ticket.server';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { custody, reserve } from '~/ledger/chartOfAccounts';
import type { JournalEntry } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, MINUTE, SECOND, setClock } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { requireContract } from '~/trading/contracts';
import { plainPrice } from '~/trading/decimals';
import { simulatedFeed } from '~/trading/market';
import { createPrices } from '~/trading/prices/prices';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { postAct } from '../../support/people/announcedEntries';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();
beforeEach(() => prepareInstallation());

const prices = createPrices(simulatedFeed());
const BTC = requireContract('BTCUSD');

/** Returns a price of bitcoin, some ten-thousandths from the current one. */
const near = (parts: bigint) => {
  const mid = prices.at('BTCUSD', clock.at.getTime());
  return plainPrice(mid + (mid * parts) / 10_000n, BTC);
};

async function trader(dollars = 10_000n): Promise<User> {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 20_000 });
  const put = await write((tx) => putIntoTrading(tx, user, dollars * 100n));
  expect(put.ok).toBe(true);
  return user;
}

type Asked = Parameters<typeof giveOrder>[2];
const MARKET = { symbol: 'BTCUSD', side: 'buy', size: '0.05', type: 'market' } as const;
const order = (user: User, request: Partial<Asked> = {}) =>
  write((tx) => giveOrder(tx, user, { ...MARKET, ...request }));
const close = (user: User, symbol = 'BTCUSD', size?: string) =>
  write((tx) => closeOwnPosition(tx, user, { symbol, size }));
const view = async (user: User) => (await loadOwnView(user.id))!;
const runJobs = async () => {
  for (const { run } of ownTradingJobs) while (await run()) {}
};
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? null : result.error?.code);

async function clean(): Promise<void> {
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
}

describe('money', () => {
  test('moves from the available balance into own trading and back', async () => {
    const user = await trader();
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n, trading: 10_000_00n });
    const out = await write((tx) => withdrawFromTrading(tx, user, 2_500_00n));
    expect(out.ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({
      available: 12_500_00n,
      trading: 7_500_00n,
      funded: 20_000_00n,
    });
    const rows = await read().select().from(tradingOrder).where(eq(tradingOrder.accountId, user.id));
    expect(rows.map(({ kind, flow }) => [kind, flow])).toEqual([
      ['flow', 10_000_00n],
      ['flow', -2_500_00n],
    ]);
    await clean();
  });

  test('that does not exist moves nothing', async () => {
    const user = await trader();
    const more = await write((tx) => putIntoTrading(tx, user, 10_000_01n));
    expect(more).toMatchObject({ ok: false, error: { code: 'insufficient-funds', field: 'amount' } });
    const out = await write((tx) => withdrawFromTrading(tx, user, 10_000_01n));
    expect(out).toMatchObject({ ok: false, error: { code: 'too-much', field: 'amount' } });
    expect((await view(user)).cash).toBe(10_000_00n);
    await clean();
  });

  test('that the margin needs stays', async () => {
    const user = await trader(5_000n);
    expect(codeOf(await order(user))).toBe(null);
    const { margin, removable, equity } = await view(user);
    expect([margin > 0n, removable < equity]).toEqual([true, true]);
    expect(codeOf(await write((tx) => withdrawFromTrading(tx, user, removable + 1n)))).toBe('too-much');
    expect(codeOf(await write((tx) => withdrawFromTrading(tx, user, removable)))).toBe(null);
    await clean();
  });
});

test('an act has one instant, however late its parts read the clock', async () => {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 1_000 });
  let reading = clock.at.getTime();
  setClock({
    product: () => {
      reading += SECOND;
      return new Date(reading);
    },
  });
  expect(codeOf(await write((tx) => putIntoTrading(tx, user, 500_00n)))).toBe(null);
  expect(codeOf(await order(user, { size: '0.001' }))).toBe(null);
  const [account] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, user.id));
  const orders = await read().select().from(tradingOrder).where(eq(tradingOrder.accountId, user.id));
  const events = await read().select().from(event).where(eq(event.thing, 'own trading'));
  const [put] = await read().select().from(journal).where(eq(journal.kind, 'trading-funded'));
  const instants = events.map(({ at }) => at.getTime());
  expect(orders.map(({ at }) => at.getTime())).toEqual(instants);
  expect([account?.createdAt.getTime(), put?.effectiveAt.getTime()]).toEqual([instants[0], instants[0]]);
});

describe('an order', () => {
  test('at the market is filled at the current price with half the spread, and shows both prices', async () => {
    const user = await trader();
    const shown = near(3n);
    const input = must(await order(user, { shown }));
    const [position] = (await view(user)).positions;
    expect(position).toMatchObject({ id: 'BTCUSD', side: 'buy', size: '0.05', leverage: 1 });
    expect(position?.entry).toBe(input.filled?.price);
    expect(input.text).toContain(`The page showed ${shown}.`);
    // A position that is valued immediately has lost the spread.
    expect(position!.result < 0n).toBe(true);
    await clean();
  });

  test('closes in part, and its result is in the ledger to the cent', async () => {
    const user = await trader();
    await order(user);
    clock.advance(5 * HOUR);
    expect(codeOf(await close(user, 'BTC/USD', '0.02'))).toBe(null);
    expect((await view(user)).positions).toMatchObject([{ size: '0.03' }]);
    clock.advance(5 * HOUR);
    expect(codeOf(await close(user))).toBe(null);
    const { cash, positions, history } = await view(user);
    expect(positions).toEqual([]);
    expect((await readBalances(read(), user.id)).trading).toBe(cash);
    expect(history.reduce((sum, { money }) => sum + money, 0n)).toBe(cash);
    expect(codeOf(await close(user))).toBe('not-held');
    while (await sealNextBatch());
    await clean();
  });

  test('with a stop is closed by the job once the price reaches it', async () => {
    const user = await trader();
    expect(codeOf(await order(user, { stop: near(-20n), takeProfit: near(20n) }))).toBe(null);
    clock.advance(3 * DAY);
    // Shown immediately, even before the job has run.
    const shown = await view(user);
    expect(shown.positions).toEqual([]);
    await runJobs();
    const { cash, history } = await view(user);
    expect(cash).toBe(shown.cash);
    expect(['stop', 'take-profit']).toContain(history[0]?.kind);
    expect((await readBalances(read(), user.id)).trading).toBe(cash);
    // A second run has no work left.
    await runJobs();
    expect((await view(user)).history).toEqual(history);
    while (await sealNextBatch());
    await clean();
  });

  test('with a limit waits, is visible and can be cancelled', async () => {
    const user = await trader();
    const input = await order(user, { type: 'limit', price: near(-900n) });
    expect(input).toMatchObject({ ok: true, value: { filled: null, waiting: 1 } });
    expect((await view(user)).orders).toMatchObject([{ key: 1, kind: 'limit', side: 'buy' }]);
    expect(codeOf(await write((tx) => cancelOwnOrder(tx, user, 1)))).toBe(null);
    expect((await view(user)).orders).toEqual([]);
    expect(codeOf(await write((tx) => cancelOwnOrder(tx, user, 1)))).toBe('not-waiting');
  });

  test('waits for a closed market, and its owner is notified if there is no margin for it then', async () => {
    // START is a Monday morning, before shares open.
    const user = await trader(100n);
    const input = await order(user, { symbol: 'AAPL', size: '100' });
    expect(input).toMatchObject({ ok: true, value: { filled: null, waiting: 1 } });
    clock.advance(8 * HOUR);
    await runJobs();
    expect((await view(user)).orders).toEqual([]);
    const news = await read().select().from(notification).where(eq(notification.userId, user.id));
    expect(news.map(({ text }) => text)).toEqual(['An order for AAPL was not filled: there was not enough margin.']);
  });

  test.each([
    [{ size: '0' }, 'no-size', 'size'],
    [{ size: '1e30' }, 'bad-size', 'size'],
    [{ size: '-1' }, 'bad-size', 'size'],
    [{ size: '0.000000001' }, 'bad-size', 'size'],
    [{ size: '999999999999' }, 'margin', 'size'],
    [{ symbol: 'US10Y' }, 'not-tradable', 'symbol'],
    [{ symbol: 'NONE' }, 'unknown-symbol', 'symbol'],
    [{ type: 'limit' as const }, 'no-price', 'price'],
    [{ type: 'limit' as const, price: '0' }, 'bad-price', 'price'],
    [{ type: 'stop' as const, price: '1e5' }, 'bad-price', 'price'],
    [{ stop: '0.001' }, 'bad-price', 'stop'],
    [{ stop: '9999999' }, 'bad-stop', 'stop'],
    [{ takeProfit: '1' }, 'bad-take-profit', 'takeProfit'],
    [{ leverage: 3 }, 'bad-leverage', 'leverage'],
  ])('of %o is refused as %s, with a message at its field, and changes nothing', async (wrong, code, field) => {
    const user = await trader();
    const before = await view(user);
    expect(await order(user, wrong)).toMatchObject({ ok: false, error: { code, field } });
    expect(await view(user)).toEqual(before);
  });

  test('without a deposit is refused, and opens no account', async () => {
    const user = await makeUser({ pdtUnlocked: true });
    expect(codeOf(await order(user, { type: 'limit', price: near(-10n) }))).toBe('no-money');
    expect(await read().select().from(tradingAccount)).toEqual([]);
  });

  test('with a leverage keeps it until it is closed', async () => {
    const user = await trader();
    expect(codeOf(await order(user, { leverage: 2 }))).toBe(null);
    expect(codeOf(await order(user, { leverage: 1 }))).toBe('leverage-held');
    expect((await view(user)).positions).toMatchObject([{ leverage: 2 }]);
  });

  test('is refused while the clock is set back, and nothing is lost', async () => {
    const user = await trader();
    await order(user);
    const before = await view(user);
    clock.advance(-HOUR);
    expect(codeOf(await order(user))).toBe('clock-back');
    await runJobs();
    clock.advance(HOUR);
    expect(await view(user)).toEqual(before);
  });

  test('at most fifty wait', async () => {
    const user = await trader();
    for (let input = 0; input < 50; input++) await order(user, { type: 'limit', price: near(-900n) });
    expect(codeOf(await order(user, { type: 'limit', price: near(-900n) }))).toBe('too-many');
  });
});

test('a position accepts another stop and take-profit, on the right sides of its price', async () => {
  const user = await trader();
  await order(user);
  const amend = (stop: string, takeProfit = '') =>
    write((tx) => amendOwnPosition(tx, user, { symbol: 'BTCUSD', stop, takeProfit }));
  expect(codeOf(await amend(near(50n)))).toBe('bad-stop');
  const stop = near(-500n);
  expect(codeOf(await amend(stop))).toBe(null);
  expect((await view(user)).positions).toMatchObject([{ stop, takeProfit: null }]);
  expect(codeOf(await amend(''))).toBe(null);
  expect((await view(user)).positions).toMatchObject([{ stop: null, takeProfit: null }]);
});

test('holding with leverage over the night costs, once, and the cost is in the ledger', async () => {
  const user = await trader();
  await order(user, { leverage: 2 });
  clock.advance(DAY);
  await runJobs();
  clock.advance(MINUTE);
  await runJobs();
  const costs = await read().select().from(journal).where(eq(journal.kind, 'position-cost'));
  expect(costs).toHaveLength(1);
  while (await sealNextBatch());
  await clean();
});

test('acts that follow a changed stop within the same second have no earlier instant', async () => {
  const user = await trader();
  clock.advance(MINUTE + 200);
  await order(user);
  clock.advance(300);
  const amended = await write((tx) => amendOwnPosition(tx, user, { symbol: 'BTCUSD', stop: near(-500n) }));
  expect(amended.ok).toBe(true);
  clock.advance(100);
  expect((await write((tx) => withdrawFromTrading(tx, user, 100_00n))).ok).toBe(true);
  await clean();
});

describe('the ticket', () => {
  const ticket = (user: User, input: Record<string, string>) =>
    loadOrderTicket(user.id, BTC, new URLSearchParams({ side: 'buy', amount: '500', ...input }));

  test('previews an order exactly as placing it does, and stores nothing', async () => {
    const user = await trader();
    const { review, problems } = await ticket(user, { stop: near(-500n), leverage: '2' });
    expect(problems).toEqual([]);
    if (!review) throw new Error('no review');
    expect([review.waits, (await view(user)).positions, (await view(user)).history.length]).toEqual([null, [], 1]);
    await order(user, review.order);
    const { positions, equity, margin } = await view(user);
    expect(positions).toMatchObject([
      { size: review.order.size, entry: review.price.replaceAll(',', ''), leverage: 2 },
    ]);
    expect(review.free).toBe(equity - margin);
    expect(Number(10_000_00n - equity - (review.opens?.spread ?? 0n))).toBeCloseTo(0, -1);
    expect(500_00n - review.value).toBeLessThanOrEqual(1n);
    expect(review.opens?.atStop).toBeLessThan(-20_00n);
  });

  test('separates the closed part of a position from the opened one', async () => {
    const user = await trader();
    await order(user, { side: 'buy', size: '0.01' });
    const closing = (await ticket(user, { side: 'sell', amount: '0.01', unit: 'size' })).review;
    expect(closing).toMatchObject({ opens: null, closes: { size: '0.01 BTC' } });
    expect(closing?.closes?.result).toBeLessThan(0n);
    const turning = (await ticket(user, { side: 'sell', amount: '0.02', unit: 'size' })).review;
    expect(turning).toMatchObject({ size: '0.02 BTC', closes: { size: '0.01 BTC' } });
    expect((turning?.value ?? 0n) - 2n * (turning?.opens?.value ?? 0n)).toBeLessThanOrEqual(1n);
  });

  test('shows errors at their fields', async () => {
    const user = await trader(100n);
    const readState = async (input: Record<string, string>) =>
      (await ticket(user, input)).problems.map(({ name }) => name).join();
    expect(await readState({})).toBe('amount');
    expect(await readState({ amount: '' })).toBe('amount');
    expect(await readState({ amount: '1e9', unit: 'size' })).toBe('amount');
    expect(await readState({ amount: '50', stop: near(500n) })).toBe('stop');
    expect(await readState({ amount: '50', type: 'limit' })).toBe('price');
    expect(await readState({ amount: '50', leverage: '99' })).toBe('leverage');
    expect(await readState({ side: 'hold' })).toBe('side');
    expect(await readState({ amount: '50', stop: '0' })).toBe('stop');
    expect(await readState({ amount: '50' })).toBe('');
    const stranger = await makeUser({ pdtUnlocked: true }, { dollars: 1 });
    expect((await ticket(stranger, {})).problems).toEqual([
      { name: '', message: 'Put money into your own trading first.' },
    ]);
  });
});

describe('after live trading is locked again', () => {
  const setLock = async (user: User, locked: boolean) => {
    const by = createAdminActor((await makeAdmin()).id);
    expect((await write((tx) => setLiveTradingUnlocked(tx, by, { userId: user.id, verified: !locked }))).ok).toBe(true);
  };

  test('waiting openings are cancelled and their owner is notified; closings, stops and take-profits stay', async () => {
    const user = await trader();
    clock.set(new Date('2026-03-06T20:00:00Z'));
    await order(user, { stop: near(-500n) });
    await order(user, { symbol: 'AAPL', size: '5' });
    clock.set(new Date('2026-03-07T12:00:00Z'));
    expect(codeOf(await close(user, 'AAPL'))).toBe(null);
    await order(user, { type: 'limit', price: near(-900n) });
    await order(user, { symbol: 'AAPL', size: '1' });
    await setLock(user, true);
    const { orders, positions } = await view(user);
    expect(orders).toMatchObject([{ side: 'sell', symbol: 'AAPL' }]);
    expect(positions.find(({ symbol }) => symbol === 'BTCUSD')?.stop).not.toBe(null);
    const news = await read().select().from(notification).where(eq(notification.userId, user.id));
    const found =
      /^Live trading was locked, so your waiting orders to open positions were cancelled: buy 0\.05 BTC\W?USD, buy 1 AAPL$/;
    expect(news.filter(({ text }) => found.test(text))).toHaveLength(1);
    await setLock(user, false);
    clock.set(new Date('2026-03-09T14:31:00Z'));
    await runJobs();
    expect((await view(user)).positions.map(({ symbol }) => symbol)).toEqual(['BTC/USD']);
    while (await sealNextBatch());
    await clean();
  });

  test('practice money opens it, but not after an administrator has locked it', async () => {
    const user = await makeUser();
    await setLock(user, false);
    await setLock(user, true);
    expect(await write((tx) => claimPracticeMoney(tx, user))).toMatchObject({ ok: true, value: { opened: false } });
    expect((await loadLockedView(user)).offered).toBeNull();

    // No administrator has locked this account, so practice money unlocks live trading.
    const ben = await makeUser();
    expect((await loadLockedView(ben)).offered).toBe(10_000_00n);
    expect(await write((tx) => claimPracticeMoney(tx, ben))).toMatchObject({ value: { opened: true } });
    const [opened] = await read().select().from(userTable).where(eq(userTable.id, ben.id));
    expect(opened?.pdtUnlocked).toBe(true);
  });

  test('the job cancels what an older version has left waiting', async () => {
    const user = await trader();
    await order(user, { type: 'limit', price: near(-900n) });
    await write((tx) => tx.update(userTable).set({ pdtUnlocked: false }).where(eq(userTable.id, user.id)));
    await runJobs();
    expect((await view(user)).orders).toEqual([]);
  });
});

test('the job ends nothing in an account that is opened or unlocked again meanwhile', async () => {
  const user = await trader();
  await order(user, { type: 'limit', price: near(-900n) });
  await order(user);
  for (const barred of [{ pdtUnlocked: false }, { status: 'closed' }] as const) {
    await write((tx) => tx.update(userTable).set(barred).where(eq(userTable.id, user.id)));
    const free = { pdtUnlocked: true, status: 'open' } as const;
    const [endBarred] = ownTradingJobs.filter(({ name }) => name === 'own-trading-closed');
    // Started first, because a job that holds the lock would end the frozen account's trading.
    const freed = write((tx) => tx.update(userTable).set(free).where(eq(userTable.id, user.id)));
    await Promise.all([freed, endBarred?.run()]);
    const { orders, positions } = await view(user);
    expect([orders.length, positions.length]).toEqual([1, 1]);
  }
});

test('a closed account has its orders cancelled, its positions closed and its money available', async () => {
  const user = await trader();
  await order(user);
  await order(user, { type: 'limit', price: near(-900n) });
  await order(user, { symbol: 'EURUSD', size: '1000' });
  clock.advance(MINUTE);
  const by = createAdminActor((await makeAdmin()).id);
  const closing = { userId: user.id, reason: 'asked for', submittedEmail: user.email };
  expect((await write((tx) => closeAccount(tx, by, closing))).ok).toBe(true);
  const { positions, orders, cash } = await view(user);
  expect([positions, orders, cash]).toEqual([[], [], 0n]);
  const balances = await readBalances(read(), user.id);
  expect([balances.trading, balances.available]).toEqual([0n, balances.funded]);
  await clean();
});

test('of an account closed while a market is closed the rest follows at the opening', async () => {
  const user = await trader();
  clock.set(new Date('2026-03-06T20:00:00Z'));
  await order(user, { symbol: 'AAPL', size: '5' });
  clock.set(new Date('2026-03-07T12:00:00Z'));
  const by = createAdminActor((await makeAdmin()).id);
  const closing = { userId: user.id, reason: 'asked for', submittedEmail: user.email };
  expect((await write((tx) => closeAccount(tx, by, closing))).ok).toBe(true);
  const between = await readBalances(read(), user.id);
  expect([between.trading > 0n, between.available > 10_000_00n]).toEqual([true, true]);
  clock.set(new Date('2026-03-09T14:31:00Z'));
  await runJobs();
  expect((await readBalances(read(), user.id)).trading).toBe(0n);
  const rows = await read()
    .select()
    .from(tradingOrder)
    .where(and(eq(tradingOrder.accountId, user.id), eq(tradingOrder.source, 'operator')));
  expect(rows).toMatchObject([{ kind: 'market', at: new Date('2026-03-09T14:30:00Z') }]);
  while (await sealNextBatch());
  await clean();
});

test('profits that the market reserve can’t pay wait, are visible, and are paid once it can', async () => {
  const user = await trader();
  const move = async (legs: JournalEntry['legs'], kind: 'reserve-taken-back' | 'reserve-funded') =>
    await write((tx) => postAct(tx, { kind, ref: newId(), actor: 'system', effectiveAt: clock.at, legs }));
  const amount = await balance(read(), reserve.market.code);
  await move([{ debit: reserve.market, credit: custody('manual'), amount }], 'reserve-taken-back');
  const mid = prices.at('BTCUSD', clock.at.getTime());
  const up = prices.reach('BTCUSD', 'up', (mid * 101n) / 100n, clock.at.getTime(), clock.at.getTime() + 30 * DAY);
  const down = prices.reach('BTCUSD', 'down', (mid * 99n) / 100n, clock.at.getTime(), clock.at.getTime() + 30 * DAY);
  const [side, at] = up !== null && (down === null || up < down) ? (['buy', up] as const) : (['sell', down] as const);
  expect(codeOf(await order(user, { side }))).toBe(null);
  clock.set(new Date(at as number));
  expect(codeOf(await close(user))).toBe(null);
  const { waitingProfit, cash } = await view(user);
  expect([waitingProfit > 0n, cash]).toEqual([true, 10_000_00n]);
  await move([{ debit: custody('manual'), credit: reserve.market, amount }], 'reserve-funded');
  await runJobs();
  expect(await view(user)).toMatchObject({ waitingProfit: 0n, cash: cash + waitingProfit });
  expect((await readBalances(read(), user.id)).trading).toBe(cash + waitingProfit);
  while (await sealNextBatch());
  await clean();
});
