/** Part of `bench ledger` that runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '#drizzle/schema';
import { available, custody, reserve } from '~/ledger/chartOfAccounts';
import { makePromise, payPromises } from '~/ledger/posting/holds.server';
import { mustPost } from '~/ledger/posting/post.server';
import { closeDatabase, findAll, migrate, openDatabase, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

type Rate = { perSecond: number; p50: number; p99: number };

export type Measured = {
  together: Rate;
  paced: Rate;
  alone: Rate;
  accruals: { seconds: number; longestPause: number };
};

const USERS = 1_000;
const onPostgres = process.env.DATABASE_URL?.startsWith('postgres');
const head = { actor: 'system', effectiveAt: new Date() };

/** Posts one deposit in its own transaction, to one of many people, through the single account of all deposits. */
const depositOnce = (): Promise<unknown> => {
  const ref = newId();
  const user = `person-${Math.floor(Math.random() * USERS)}`;
  const legs = [{ debit: custody('BTC'), credit: available(user), amount: 100n }];
  return write((tx) => mustPost(tx, { ...head, kind: 'deposit', ref, legs }));
};

function rate(milliseconds: number, waits: number[]): Rate {
  const sorted = waits.toSorted((a, b) => a - b);
  const within = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: (waits.length / milliseconds) * 1000, p50: within(0.5), p99: within(0.99) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Posts as fast as possible, with a number of postings in progress at any time. */
async function postings(count: number, atOnce: number): Promise<Rate> {
  const waits: number[] = [];
  const elapsedMs = await timed(() =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (waits.length < count) waits.push(await timed(depositOnce));
      }),
    ),
  );
  return rate(elapsedMs, waits);
}

/** Posts at a fixed rate, whether or not earlier posts were answered, and measures the latency at that load. */
async function pacedPostings(perSecond: number, seconds: number): Promise<Rate> {
  const waits: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const started = performance.now();
  const elapsedMs = await timed(async () => {
    while (waiting.length < perSecond * seconds) {
      const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
      while (waiting.length < due) waiting.push(timed(depositOnce).then((wait) => waits.push(wait)));
      await sleep(1);
    }
    await Promise.all(waiting);
  });
  return rate(elapsedMs, waits);
}

/** Pays a day's earnings of many plans like the accrual job: promise, balances, journal and transfer of each. */
async function accruals(count: number): Promise<Measured['accruals']> {
  const plans: { promiseId: string; user: string }[] = [];
  await write((tx) =>
    mustPost(tx, {
      ...head,
      kind: 'reserve-funded',
      ref: newId(),
      legs: [{ debit: custody('manual'), credit: reserve.free, amount: 10_000_000_000n }],
    }),
  );
  for (let made = 0; made < USERS; made++) {
    const promised = await write((tx) =>
      makePromise(tx, { ...head, kind: 'plan-return-reserved', ref: newId() }, { total: 1_000_000n, purpose: 'bench' }),
    );
    if (promised.ok) plans.push({ promiseId: promised.value.promiseId, user: `person-${made}` });
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const elapsedMs = await timed(async () => {
    for (let paid = 0; paid < count; paid += PIECE) {
      await write((tx) =>
        payPromises(
          tx,
          Array.from({ length: PIECE }, (_, at) => ({
            ...head,
            ...(plans[(paid + at) % plans.length] as (typeof plans)[number]),
            kind: 'plan-accrual',
            ref: newId(),
            amount: 7n,
          })),
        ),
      );
    }
  });
  delay.disable();
  return { seconds: elapsedMs / 1000, longestPause: delay.max / 1e6 };
}

/** Number of journals that one batch writes. */
const PIECE = 100;

await openDatabase();
await migrate();
await postings(2_000, 8);
const measured: Measured = {
  together: await postings(onPostgres ? 6_000 : 20_000, 64),
  paced: await pacedPostings(onPostgres ? 1_000 : 3_000, 4),
  alone: await postings(onPostgres ? 1_000 : 3_000, 1),
  accruals: await accruals(100_000),
};
const [custodyOfDeposits] = await findAll(read(), account, { code: 'custody:BTC' });
if (!custodyOfDeposits?.debits) throw new Error('Nothing was posted');
await closeDatabase();
process.send?.(measured);
