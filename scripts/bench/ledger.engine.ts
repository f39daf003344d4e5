/** Part of `bench ledger` that runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '#drizzle/schema';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { makePromise, payPromises } from '~/ledger/posting/holds.server';
import { mustPost } from '~/ledger/posting/post.server';
import { closeDatabase, findAll, migrate, openDatabase, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { measureTime } from './people';

type Rate = { perSecond: number; p50: number; p99: number };

export type LedgerFigures = {
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
  const legs = [{ debit: custody('BTC'), credit: availableAccount(user), amount: 100n }];
  return write((tx) => mustPost(tx, { ...head, kind: 'deposit', ref, legs }));
};

function summarizeRate(milliseconds: number, waits: number[]): Rate {
  const sorted = waits.toSorted((a, b) => a - b);
  const within = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: (waits.length / milliseconds) * 1000, p50: within(0.5), p99: within(0.99) };
}

/** Posts as fast as possible, with a number of postings in progress at any time. */
async function measurePostings(count: number, atOnce: number): Promise<Rate> {
  const waits: number[] = [];
  const elapsedMs = await measureTime(() =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (waits.length < count) waits.push(await measureTime(depositOnce));
      }),
    ),
  );
  return summarizeRate(elapsedMs, waits);
}

/** Posts at a fixed rate, whether or not earlier posts were answered, and measures the latency at that load. */
async function measurePacedPostings(perSecond: number, seconds: number): Promise<Rate> {
  const waits: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const started = performance.now();
  const elapsedMs = await measureTime(async () => {
    while (waiting.length < perSecond * seconds) {
      const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
      while (waiting.length < due) waiting.push(measureTime(depositOnce).then((wait) => waits.push(wait)));
      await sleep(1);
    }
    await Promise.all(waiting);
  });
  return summarizeRate(elapsedMs, waits);
}

/** Pays a day's earnings of many plans like the accrual job: promise, balances, journal and transfer of each. */
async function measureAccruals(count: number): Promise<LedgerFigures['accruals']> {
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
  const elapsedMs = await measureTime(async () => {
    for (let paid = 0; paid < count; paid += JOURNALS_PER_BATCH) {
      await write((tx) =>
        payPromises(
          tx,
          Array.from({ length: JOURNALS_PER_BATCH }, (_, at) => ({
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
const JOURNALS_PER_BATCH = 100;

await openDatabase();
await migrate();
await measurePostings(2_000, 8);
const ledgerFigures: LedgerFigures = {
  together: await measurePostings(onPostgres ? 6_000 : 20_000, 64),
  paced: await measurePacedPostings(onPostgres ? 1_000 : 3_000, 4),
  alone: await measurePostings(onPostgres ? 1_000 : 3_000, 1),
  accruals: await measureAccruals(100_000),
};
const [custodyOfDeposits] = await findAll(read(), account, { code: 'custody:BTC' });
if (!custodyOfDeposits?.debits) throw new Error('Nothing was posted');
await closeDatabase();
process.send?.(ledgerFigures);
