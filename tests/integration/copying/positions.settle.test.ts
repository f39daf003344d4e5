// On both engines: raw SQL and bulk writes.
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copy as copyTable } from '#drizzle/schema';
import {
  findAccountsWithWaitingProfits,
  payWaitingProfits,
  settleOrders,
} from '~/features/copying/settlement/settle.server';
import { allocatedAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { balance, readStatement } from '~/ledger/reading/statement.server';
import { HOUR, now } from '~/platform/clock';
import { read, rows, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import {
  type Account,
  type AccountEntry,
  apply,
  calculateEntryPrice,
  EMPTY_ACCOUNT,
  type Order,
} from '~/trading/accounts/account';
import { findSavedAccount, openAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { postAct } from '../../support/people/announcedEntries';
import { clean, makeCopy, makeTrader } from '../../support/trading/copies';

useDatabase();

const WORTH = 'each account with positions is worth what its log says';

/** Creates a copy of $1,000 with its own trading account. */
async function copyWithAccount() {
  const { user, id } = await makeCopy(await makeTrader());
  const at = clock.at.getTime();
  const put = apply(
    EMPTY_ACCOUNT,
    calculateEntryPrice({ at, kind: 'flow', by: 'investor', flow: 1_000_00n, equityBefore: 0n }),
  );
  const stored = { account: put.account, memory: null, until: at };
  await write((tx) => openAccount(tx, { id, kind: 'copy', createdAt: clock.at }, stored, [put.order]));
  return { user, id, ledger: allocatedAccount(id, user.id) };
}

type Copied = Awaited<ReturnType<typeof copyWithAccount>>;

/** Settles and saves orders of gold (ounces, at prices in cents), and applies them to the copy. */
async function trade(of: Copied, ...fills: { size: bigint; price: bigint; leverage?: bigint }[]): Promise<Account> {
  const at = now().getTime();
  return await enter(
    of,
    fills.map(({ size, price, leverage = 20n }) =>
      calculateEntryPrice({
        at,
        kind: 'market',
        by: 'engine',
        equityBefore: 0n,
        id: 'XAUUSD',
        size: size * UNITS_PER_WHOLE,
        price,
        leverage,
      }),
    ),
  );
}

/** Settles and saves rows of a copy's log, and applies them to the copy. */
async function enter(of: Copied, entries: AccountEntry[]): Promise<Account> {
  return await write(async (tx) => {
    const saved = await findSavedAccount(tx, of.id);
    if (!saved) throw new Error('There is no account');
    const orders: Order[] = [];
    let account = saved.account;
    for (const entry of entries) {
      const done = apply(account, entry);
      account = done.account;
      orders.push(done.order);
    }
    const [settled] = await settleOrders(tx, [{ ...of, before: saved.account, after: account, orders }]);
    if (!settled) throw new Error('Nothing was settled');
    await saveAccount(tx, of.id, { ...saved, account: settled }, orders);
    await payCopy(tx, of.id, settled.balance.cash - saved.account.balance.cash);
    return settled;
  });
}

async function payCopy(tx: Parameters<typeof settleOrders>[0], id: string, change: bigint): Promise<void> {
  const [row] = await tx.select().from(copyTable).where(eq(copyTable.id, id));
  await tx
    .update(copyTable)
    .set({ result: (row?.result ?? 0n) + change })
    .where(eq(copyTable.id, id));
}

const cashInLedger = ({ ledger }: Copied) => balance(read(), ledger.code);

/** Reduces the market reserve to exactly this amount. */
async function leaveInMarket(cents: bigint): Promise<void> {
  const difference = (await balance(read(), reserve.market.code)) - cents;
  if (difference === 0n) return;
  const [debit, credit, kind] =
    difference > 0n
      ? [reserve.market, custody('manual'), 'reserve-taken-back' as const]
      : [custody('manual'), reserve.market, 'reserve-funded' as const];
  const legs = [{ debit, credit, amount: difference > 0n ? difference : -difference }];
  await write((tx) => postAct(tx, { kind, ref: newId(), actor: 'system', effectiveAt: now(), legs }));
}

test('a profit comes out of the market reserve, a loss goes into it, each once and as a row of its own', async () => {
  const of = await copyWithAccount();
  const before = await balance(read(), reserve.market.code);
  await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  expect(await cashInLedger(of)).toBe(1_030_00n);
  await trade(of, { size: 2n, price: 200_000n }, { size: -2n, price: 199_000n });
  expect(await cashInLedger(of)).toBe(1_010_00n);
  expect(await balance(read(), reserve.market.code)).toBe(before - 10_00n);
  const lines = (await readStatement(read(), of.user.id)).slice(-2);
  expect(lines.map(({ kind, change, ref }) => [kind, change, ref])).toEqual([
    ['position-profit', 30_00n, `${of.id}:3`],
    ['position-loss', -20_00n, `${of.id}:5`],
  ]);
  await clean();
});

test('the holding cost of a night is one row for all positions, and each night has its own row', async () => {
  const of = await copyWithAccount();
  const at = now().getTime();
  const fields = { by: 'engine', equityBefore: 0n, leverage: 20n } as const;
  const bought = [
    calculateEntryPrice({ ...fields, at, kind: 'market', id: 'XAUUSD', size: 2n * UNITS_PER_WHOLE, price: 200_000n }),
    calculateEntryPrice({
      ...fields,
      at,
      kind: 'market',
      id: 'BTCUSD',
      size: UNITS_PER_WHOLE / 100n,
      price: 5_000_000n,
      leverage: 2n,
    }),
  ];
  const night = (hours: number) => [
    calculateEntryPrice({ ...fields, at: at + hours * HOUR, kind: 'holding', id: 'XAUUSD', price: 200_000n }),
    calculateEntryPrice({ ...fields, at: at + hours * HOUR, kind: 'holding', id: 'BTCUSD', price: 5_000_000n }),
  ];
  await enter(of, [...bought, ...night(13), ...night(37)]);
  const lines = (await readStatement(read(), of.user.id)).slice(-2);
  // 0.01% of the borrowed $3,800 and $250 is 38 cents and 2.5 cents, of which half a cent is carried to the next night.
  expect(lines.map(({ kind, change, ref }) => [kind, change, ref])).toEqual([
    ['position-cost', -40n, `${of.id}:4`],
    ['position-cost', -41n, `${of.id}:6`],
  ]);
  await clean();
});

test('the rows of a log are settled once: another settlement of the same rows is rolled back', async () => {
  const of = await copyWithAccount();
  const saved = await findSavedAccount(read(), of.id);
  if (!saved) throw new Error('There is no account');
  await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  const orders = (await findOrders(read(), of.id)).slice(1);
  const again = write((tx) => settleOrders(tx, [{ ...of, before: saved.account, after: saved.account, orders }]));
  await expect(again).rejects.toThrow('already-posted');
  await clean();
});

test('a profit that the reserve cannot pay waits, counts as worth, and is paid later as far as the reserve allows', async () => {
  const of = await copyWithAccount();
  await leaveInMarket(10_00n);
  const account = await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  expect(account.balance).toEqual({ cash: 1_010_00n, waiting: 20_00n, deficit: 0n });
  expect(await cashInLedger(of)).toBe(1_010_00n);
  expect(await findAccountsWithWaitingProfits(read(), 'copy', 10)).toEqual([of.id]);
  await clean();
  const pay = () =>
    write(async (tx) => {
      const paid = await payWaitingProfits(tx, [of]);
      for (const { id, paid: amount } of paid) await payCopy(tx, id, amount);
      return paid;
    });
  expect(await pay()).toEqual([]);
  await leaveInMarket(5_00n);
  expect(await pay()).toEqual([{ id: of.id, paid: 5_00n }]);
  await leaveInMarket(100_00n);
  expect(await pay()).toEqual([{ id: of.id, paid: 15_00n }]);
  expect(await pay()).toEqual([]);
  expect(await cashInLedger(of)).toBe(1_030_00n);
  expect((await findSavedAccount(read(), of.id))?.account.balance).toEqual({
    cash: 1_030_00n,
    waiting: 0n,
    deficit: 0n,
  });
  expect(await findAccountsWithWaitingProfits(read(), 'copy', 10)).toEqual([]);
  await clean();
});

test('a loss uses waiting profits first, and the excess over the cash is a deficit that later results pay', async () => {
  const of = await copyWithAccount();
  await leaveInMarket(0n);
  await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  // 1,000 in cash and 30 waiting. Three ounces lose 1,110, and the fourth keeps a position open.
  const lost = await trade(of, { size: 4n, price: 200_000n }, { size: -3n, price: 163_000n });
  expect(lost.balance).toEqual({ cash: 0n, waiting: 0n, deficit: 80_00n });
  expect(await cashInLedger(of)).toBe(0n);
  expect(await balance(read(), reserve.market.code)).toBe(1_000_00n);
  await clean();
  // A profit pays the deficit first.
  const after = await trade(of, { size: -1n, price: 210_000n });
  expect(after.balance).toEqual({ cash: 20_00n, waiting: 0n, deficit: 0n });
  expect(after.forgiven).toBe(0n);
  expect(await cashInLedger(of)).toBe(20_00n);
  await clean();
});

test('a deficit is forgiven once nothing is held, and is shown as paid by the market reserve', async () => {
  const of = await copyWithAccount();
  const flat = await trade(of, { size: 3n, price: 200_000n }, { size: -3n, price: 160_000n });
  expect(flat).toMatchObject({ balance: { cash: 0n, waiting: 0n, deficit: 0n }, forgiven: 200_00n });
  expect(await cashInLedger(of)).toBe(0n);
  expect((await findSavedAccount(read(), of.id))?.account.forgiven).toBe(200_00n);
  await clean();
});

test('results that do not follow from the account are refused', async () => {
  const of = await copyWithAccount();
  const saved = await findSavedAccount(read(), of.id);
  if (!saved) throw new Error('There is no account');
  const at = clock.at.getTime();
  const entry = calculateEntryPrice({
    at,
    kind: 'market',
    by: 'engine',
    equityBefore: 0n,
    id: 'XAUUSD',
    size: UNITS_PER_WHOLE,
    price: 1n,
  });
  const orders = [{ ...entry, number: 2, result: 5n }];
  await expect(
    write((tx) => settleOrders(tx, [{ ...of, before: saved.account, after: saved.account, orders }])),
  ).rejects.toThrow('is not what its account makes of it');
});

test('for any trades and any reserve, cash equals the ledger’s and the log reproduces the account', async () => {
  const step = fc.record({
    size: fc.bigInt({ min: -3n, max: 3n }).filter((size) => size !== 0n),
    price: fc.bigInt({ min: 150_000n, max: 250_000n }),
    reserve: fc.option(fc.bigInt({ min: 0n, max: 500_00n }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const of = await copyWithAccount();
      for (const { size, price, reserve: left } of steps) {
        if (left !== null) await leaveInMarket(left);
        const account = await trade(of, { size, price });
        expect(account.balance.cash).toBe(await cashInLedger(of));
      }
      await leaveInMarket(1_000_000_00n);
      await write(async (tx) => {
        for (const { id, paid } of await payWaitingProfits(tx, [of])) await payCopy(tx, id, paid);
      });
      const log = await findOrders(read(), of.id);
      const folded = log.reduce((account, order) => apply(account, order).account, EMPTY_ACCOUNT);
      const saved = await findSavedAccount(read(), of.id);
      expect(saved?.account).toEqual(folded);
    }),
    { numRuns: cases(12) },
  );
  await clean();
});

test.each([
  ['cash = cash + 1', ['each copy’s allocation equals the cash of its account with positions', WORTH]],
  ['waiting_profit = waiting_profit + 1', [WORTH]],
  ['orders = orders + 1', [WORTH]],
])('the audit names an account in which %s', async (change, invariants) => {
  const of = await copyWithAccount();
  await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  await write((tx) => rows(tx, sql.raw(`update trading_account set ${change} where id = '${of.id}' returning id`)));
  const found = (await audit()).findings.filter(({ row }) => row === of.id);
  expect(found.map(({ invariant }) => invariant)).toEqual(invariants);
});

test('the audit names a journal whose row of the log has another result', async () => {
  const of = await copyWithAccount();
  await trade(of, { size: 1n, price: 200_000n }, { size: -1n, price: 203_000n });
  const legs = [{ debit: reserve.market, credit: of.ledger, amount: 1n }];
  const head = { kind: 'position-profit', actor: 'system', effectiveAt: now(), legs } as const;
  for (const row of [2, 9]) await write((tx) => mustPost(tx, { ...head, ref: `${of.id}:${row}` }));
  const details = (await audit()).findings.map(({ detail }) => detail);
  expect(details).toContainEqual(expect.stringContaining(`${of.id}:2 of $0.01 does not agree with trading_order`));
  expect(details).toContainEqual(expect.stringContaining(`${of.id}:9 of $0.01 has no trading order`));
});
