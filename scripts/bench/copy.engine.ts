/** Part of `bench copy` that runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { copiedOrder, copy, trader, tradingAccount, user } from '#drizzle/schema';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { listTraders } from '~/features/copying/traders/list/queries.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { addSimulatedTrader, simulatePast } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { advanceNextSimulatedTrader } from '~/features/copying/traders/simulated/tradeOn.server';
import { allocatedAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { mustPost, postMany } from '~/ledger/posting/post.server';
import { DAY, MINUTE, SECOND, setClock } from '~/platform/clock';
import { closeDatabase, insertAll, migrate, openDatabase, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { SYSTEM_ACTOR } from '~/platform/states';
import { EMPTY_ACCOUNT } from '~/trading/accounts/account';
import { findSavedAccount, openAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { advanceAccount } from '~/trading/accounts/advance';
import { STRATEGIES } from '~/trading/leaders';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { place, recordFlow } from '~/trading/orders/place';
import { inventPerson, measureTime } from './people';

export type CopyFigures = {
  fanOut: {
    copies: number;
    opening: number;
    closing: number;
    /** Seconds for both orders with two processes; 0 if only one process writes. */
    together: number;
    longestPause: number;
    maxPauses: number;
  };
  busy: { seconds: number; pages: number; slowest: number };
  floors: number;
  catchUp: number;
};

/** Number of copies of the leader. */
const COPY_COUNT = Number(process.env.COPIES ?? 10_000);
const BUSY_COPY_COUNT = 1_000;
/** Number of copies that one transaction creates. */
const COPIES_PER_TRANSACTION = 50;
const COPY_CENTS = 1_000_00n;

/** Monday morning, when all markets are open. */
let time = Date.UTC(2026, 2, 2, 9);
setClock({ product: () => new Date(time) });

let people = 0;
const head = { actor: 'system', effectiveAt: new Date(time) };

/** Runs a job until nothing is left, and yields to other work like the process does. */
async function runAll(job: () => Promise<boolean>): Promise<void> {
  while (await job()) await nextTurn();
}

async function makeLeader(): Promise<string> {
  const id = newId();
  const row = {
    id,
    firstName: 'Mia',
    lastName: 'Stone',
    nationality: 'Malta',
    minimumCapital: COPY_CENTS,
    capital: 100_000_00n,
    ...{
      imageFileId: null,
      declared: null,
      simulated: false,
      source: 'signal' as const,
      strategy: null,
      ownerUserId: null,
    },
    shareBps: 0,
    status: 'open' as const,
    logCompleteUntil: null,
    createdAt: new Date(time),
  };
  const put = recordFlow(EMPTY_ACCOUNT, 100_000_00n, 'engine', time, 0n);
  await write(async (tx) => {
    await insertAll(tx, trader, [row]);
    const stored = { account: put.account, memory: null, until: time };
    await openAccount(tx, { id, kind: 'leader', createdAt: new Date(time) }, stored, [put.order]);
  });
  return id;
}

/** Creates copies of a leader, each with its own owner, $1,000, and a floor far away. */
async function makeCopies(traderId: string, many: number): Promise<string[]> {
  const made: string[] = [];
  const put = recordFlow(EMPTY_ACCOUNT, COPY_CENTS, 'investor', time, 0n);
  const [leader] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, traderId));
  for (let from = 0; from < many; from += COPIES_PER_TRANSACTION) {
    const ids = Array.from({ length: Math.min(COPIES_PER_TRANSACTION, many - from) }, () => newId());
    await write(async (tx) => {
      const owners = ids.map(() => inventPerson(++people));
      const ownerOf = (at: number) => owners[at]?.id ?? '';
      await insertAll(tx, user, owners);
      const posted = ids.map((id, at) => ({
        ...{ ...head, kind: 'copy-started' as const, ref: id },
        legs: [{ debit: custody('BTC'), credit: allocatedAccount(id, ownerOf(at)), amount: COPY_CENTS }],
      }));
      for (const { ok } of await postMany(tx, posted)) if (!ok) throw new Error('A copy has no money');
      await insertAll(
        tx,
        copy,
        ids.map((id, at) => ({
          id,
          userId: ownerOf(at),
          traderId,
          contributed: COPY_CENTS,
          result: 0n,
          floorBps: 1_000,
          leaderOrder: leader?.orders ?? 0,
          highWaterMark: COPY_CENTS,
          safeMove: 900_000,
          lookedFrom: new Date(Math.floor(time / DAY) * DAY),
          status: 'active' as const,
          startedAt: new Date(time),
        })),
      );
      const stored = { account: put.account, memory: null, until: time };
      for (const id of ids) await openAccount(tx, { id, kind: 'copy', createdAt: new Date(time) }, stored, [put.order]);
    });
    made.push(...ids);
  }
  return made;
}

async function placeOrder(leader: string, id: string, size: bigint): Promise<void> {
  await write(async (tx) => {
    const saved = await findSavedAccount(tx, leader);
    if (!saved) throw new Error('There is no leader');
    const now = advanceAccount(saved.account, getSimulatedPrices(), saved.until, time);
    const placed = place(now.account, getSimulatedPrices(), { id, size, by: 'signal' }, time);
    if (!placed.ok) throw new Error(placed.error.message);
    await saveAccount(tx, leader, { ...saved, account: placed.value.account, until: time }, [
      ...now.orders,
      ...placed.value.orders,
    ]);
  });
  time += 2 * SECOND;
}

async function measureFanOut(leader: string, copies: string[]): Promise<CopyFigures['fanOut']> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await placeOrder(leader, 'EURUSD', 20_000n * UNITS_PER_WHOLE);
  delay.enable();
  const opening = await measureTime(() => runAll(followNextBatch));
  delay.disable();
  time += 10 * MINUTE;
  await placeOrder(leader, 'EURUSD', -20_000n * UNITS_PER_WHOLE);
  delay.enable();
  const closing = await measureTime(() => runAll(followNextBatch));
  delay.disable();
  const behind = await read().select({ n: copy.id }).from(copy).innerJoin(copiedOrder, eq(copiedOrder.copyId, copy.id));
  if (behind.length !== 2 * copies.length) throw new Error(`${behind.length} copied orders, not two for each copy`);
  const together = onPostgres ? await measureTwoProcesses(leader) : 0;
  return {
    copies: copies.length,
    opening: opening / 1000,
    closing: closing / 1000,
    together: together / 1000,
    longestPause: delay.max / 1e6,
    maxPauses: delay.percentile(99) / 1e6,
  };
}

/** Applies orders that open and close to the copies by this process and another one. */
async function measureTwoProcesses(leader: string): Promise<number> {
  const peer = fork(fileURLToPath(new URL('./copyPeer.ts', import.meta.url)));
  await once(peer, 'message');
  let elapsedMs = 0;
  for (const size of [20_000n, -20_000n]) {
    time += 10 * MINUTE;
    await placeOrder(leader, 'EURUSD', size * UNITS_PER_WHOLE);
    elapsedMs += await measureTime(async () => {
      const done = once(peer, 'message');
      peer.send(time);
      await Promise.all([runAll(followNextBatch), done]);
    });
  }
  const left = await read()
    .select({ n: copy.id })
    .from(copy)
    .where(and(eq(copy.status, 'active'), ne(copy.leaderOrder, findLastOrder(leader))));
  if (left.length > 0) throw new Error(`${left.length} copies are behind their leader`);
  peer.disconnect();
  return elapsedMs;
}

const findLastOrder = (leader: string) =>
  read().select({ orders: tradingAccount.orders }).from(tradingAccount).where(eq(tradingAccount.id, leader));

/** Applies an order to a thousand copies while pages of traders are read one after another. */
async function measureWhileBusy(): Promise<CopyFigures['busy']> {
  const leader = await makeLeader();
  await makeCopies(leader, BUSY_COPY_COUNT);
  let [going, pages, slowest] = [true, 0, 0];
  const reading = (async () => {
    while (going) {
      const page = await measureTime(() =>
        Promise.all([listTraders({ search: '', page: 1 }), loadTraderProfile(leader)]),
      );
      slowest = Math.max(slowest, page);
      pages += 2;
      await nextTurn();
    }
  })();
  await placeOrder(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
  const seconds = (await measureTime(() => runAll(followNextBatch))) / 1000;
  going = false;
  await reading;
  return { seconds, pages, slowest };
}

/** Checks the floors of all copies, after each was already checked today. */
async function measureFloors(): Promise<number> {
  time += MINUTE;
  await runAll(endCopiesAtFloor);
  let min = Number.POSITIVE_INFINITY;
  for (let minute = 0; minute < 10; minute++) {
    time += MINUTE;
    min = Math.min(min, await measureTime(() => runAll(endCopiesAtFloor)));
  }
  return min;
}

/** Advances the twelve simulated traders and 100 copies of them after moving the product's clock by two days. */
async function measureCatchUp(): Promise<number> {
  const leaders: string[] = [];
  for (const strategy of STRATEGIES) {
    const past = simulatePast(strategy, time - 70 * DAY, time);
    const made = await write((tx) => addSimulatedTrader(tx, SYSTEM_ACTOR, past));
    if (made.ok) leaders.push(made.value.id);
  }
  const ids: string[] = [];
  for (const [at, leader] of leaders.entries()) {
    ids.push(
      ...(await makeCopies(
        leader,
        at < 100 % leaders.length ? Math.ceil(100 / leaders.length) : Math.floor(100 / leaders.length),
      )),
    );
  }
  time += 2 * DAY;
  const elapsedMs = await measureTime(async () => {
    await runAll(advanceNextSimulatedTrader);
    await runAll(followNextBatch);
    await runAll(endCopiesAtFloor);
  });
  const behind = await read()
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    .where(inArray(tradingAccount.id, ids.slice(0, 5)));
  if (behind.length !== Math.min(5, ids.length)) throw new Error('Copies are missing');
  return elapsedMs / 1000;
}

await openDatabase();
await migrate();
await write(async (tx) => {
  const funded = 10_000_000_000n;
  await mustPost(tx, {
    ...head,
    kind: 'reserve-funded',
    ref: newId(),
    legs: [{ debit: custody('manual'), credit: reserve.market, amount: funded }],
  });
});
const leader = await makeLeader();
const copies = await makeCopies(leader, COPY_COUNT);
const measured: CopyFigures = {
  fanOut: await measureFanOut(leader, copies),
  busy: await measureWhileBusy(),
  floors: await measureFloors(),
  catchUp: await measureCatchUp(),
};
await closeDatabase();
process.send?.(measured);
