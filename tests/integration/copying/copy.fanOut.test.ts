// On both engines: processes that apply the orders of one leader to the same copies.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copiedOrder, copy, tradingPosition } from '#drizzle/schema';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { allocatedAccount } from '~/ledger/chartOfAccounts';
import { balance } from '~/ledger/reading/statement.server';
import { HOUR } from '~/platform/clock';
import { claimUsers, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { foldOrders } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { compiled } from '../../support/demonstration/compiled';
import { deferred } from '../../support/race';
import { clean, makeCopy, runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

/** More copies than two transactions reach. */
const COPIES = 120;

function runner(): ChildProcess {
  const { DATA_DIR, SEAL_SECRET } = env();
  const environment = { ...process.env, MODE: 'paper', DATA_DIR, SEAL_SECRET, DATABASE_URL: databaseUrl() };
  const times = [clock.at, clock.machine].map((time) => String(time.getTime()));
  return fork(compiled('tests/integration/copying/fanOut.node.ts'), times, { env: environment });
}

/** Runs a process until it is in the middle of its second transaction. */
async function killedMidway(): Promise<void> {
  const process = runner();
  const ended = once(process, 'exit');
  await once(process, 'message');
  await once(process, 'message');
  process.kill('SIGKILL');
  await ended;
}

const ordersByCopy = () =>
  read().select({ id: copiedOrder.copyId, orders: count() }).from(copiedOrder).groupBy(copiedOrder.copyId);

test('orders reach each copy once, whenever the process is killed and though two do it', async () => {
  const leader = await makeLeader();
  const copies: Awaited<ReturnType<typeof makeCopy>>[] = [];
  for (let made = 0; made < COPIES; made++) copies.push(await makeCopy(leader));
  for (const [instrument, size] of [
    ['EURUSD', 20_000n],
    ['XAUUSD', 10n],
    ['EURUSD', -20_000n],
  ] as const) {
    clock.advance(HOUR);
    await leaderOrders(leader, instrument, size * UNITS_PER_WHOLE);
  }
  clock.advance(HOUR);
  await killedMidway();
  const partly = await ordersByCopy();
  expect(partly.length).toBeGreaterThan(0);
  await Promise.all([runner(), runner()].map((process) => once(process, 'exit'))).then((ends) =>
    expect(ends.map(([code]) => code)).toEqual([0, 0]),
  );

  const reached = await ordersByCopy();
  expect(reached.map(({ orders }) => orders)).toEqual(copies.map(() => 3));
  const results = new Set<bigint>();
  for (const { id, user } of copies) {
    const [row] = await read().select().from(copy).where(eq(copy.id, id));
    const account = (await findSavedAccount(read(), id))?.account;
    expect(foldOrders(await findOrders(read(), id))).toEqual(account);
    expect(account?.balance.cash).toBe(await balance(read(), allocatedAccount(id, user.id).code));
    results.add(row?.result ?? 0n);
  }
  // All copies started with the same terms.
  expect(results.size).toBe(1);
  expect(results).not.toContain(0n);
  const sizes = await read()
    .selectDistinct({ size: tradingPosition.size })
    .from(tradingPosition)
    .innerJoin(copy, eq(copy.id, tradingPosition.accountId))
    .where(eq(tradingPosition.instrument, 'XAUUSD'));
  expect(sizes).toHaveLength(1);
  await clean();
});

test.runIf(onPostgres)('copies that one process is working on do not keep another from the rest', async () => {
  const leader = await makeLeader();
  const copies: Awaited<ReturnType<typeof makeCopy>>[] = [];
  for (let made = 0; made < 6; made++) copies.push(await makeCopy(leader));
  clock.advance(HOUR);
  await leaderOrders(leader, 'EURUSD', 20_000n * UNITS_PER_WHOLE);
  clock.advance(HOUR);
  const owners = copies.slice(0, 2).map(({ user }) => user.id);
  const [hasClaimed, mayGo] = [deferred(), deferred()];
  const other = write(
    async (tx) => {
      expect(await claimUsers(tx, owners, 1)).toHaveLength(1);
      expect((await claimUsers(tx, owners, 2)).toSorted()).toEqual(owners.toSorted());
      hasClaimed.resolve();
      await mayGo.promise;
    },
    { users: [], followed: [leader] },
  );
  await Promise.race([hasClaimed.promise, other]);
  await runAll(followNextBatch);
  const rest = copies.slice(2).map(({ id }) => id);
  expect((await ordersByCopy()).map(({ id }) => id).toSorted()).toEqual(rest.toSorted());
  mayGo.resolve();
  await other;
  await runAll(followNextBatch);
  expect((await ordersByCopy()).map(({ orders }) => orders)).toEqual(copies.map(() => 1));
  await clean();
});
