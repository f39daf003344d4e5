// On both engines: jobs of two processes write the accounts of a leader and its copy concurrently.
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { copiedOrder } from '#drizzle/schema';
import { advanceOrEndCopies } from '~/features/copying/copy/following/internal/advanceOrEndCopies.server';
import { endCopiesAtFloor, followNextBatch, releaseBatch } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { actOnAccount, advanceOwnAccount } from '~/features/copying/liveTrading/ownAccount.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { findStrategy, simulatePast } from '~/features/copying/traders/simulated/simulatedTrader.server';
import {
  advanceNextSimulatedTrader,
  advanceSimulatedTrader,
} from '~/features/copying/traders/simulated/tradeOn.server';
import { trading } from '~/ledger/chartOfAccounts';
import { DAY, HOUR, MINUTE, now } from '~/platform/clock';
import { findAll, read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { done } from '~/platform/result';
import { SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { openAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { place } from '~/trading/orders/place';
import { clock, onPostgres, START, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { makeCopied } from '../../support/trading/copied';
import { clean, copyOf, runAll } from '../../support/trading/copies';
import { makeLeader } from '../../support/trading/leaders';

/* Compares two copies of identical leaders, one with delayed jobs: an owner's action applies after all earlier orders. */

useDatabase();
beforeEach(() => prepareInstallation());

type Kind = 'signal' | 'investor' | 'engine';

/** Leader with a copy, and a function that runs the jobs of both once. */
type Life = { leader: string; owned: boolean; user: User; id: string; runJobs: () => Promise<void> };

const COIN = 'BTCUSD';

async function makeLife(kind: Kind, floorBps: number | undefined): Promise<Life> {
  const leader = await leaderOf(kind);
  const user = await makeUser({}, { dollars: 50_000 });
  const { id } = must(await write((tx) => startCopy(tx, user, { trader: leader, amount: 5_000_00n, floorBps })));
  const runJobs = async () => {
    if (kind === 'engine') await write((tx) => advanceSimulatedTrader(tx, leader, now().getTime()));
    else if (kind === 'investor') await write((tx) => advanceOwnAccount(tx, leader));
    else
      await write((tx) => actOnAccount(tx, { id: leader, ledger: null }, (account) => done({ account, orders: [] })));
    await write(async (tx) => advanceOrEndCopies(tx, [await copyOf(id)], 'job'));
  };
  return { leader, owned: kind === 'investor', user, id, runJobs };
}

async function leaderOf(kind: Kind): Promise<string> {
  if (kind === 'signal') return await makeLeader();
  if (kind === 'investor') return (await makeCopied()).id;
  const strategy = findStrategy('scalper') ?? expect.fail('There is no scalper');
  const { progress, orders } = simulatePast(strategy, clock.at.getTime() - DAY, clock.at.getTime());
  const form = { firstname: 'Sue', lastname: 'Pott', nationality: 'Malta', minimumcapital: 100_00n };
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  const { id } = must(
    await write((tx) =>
      createTrader(
        tx,
        SYSTEM_ACTOR,
        { ...form, ...declared },
        { simulated: true, source: 'engine', strategy: strategy.id },
      ),
    ),
  );
  await write((tx) => openAccount(tx, { id, kind: 'leader', createdAt: clock.at }, progress, orders));
  return id;
}

/** The leader buys or sells coins, immediately or when the price has moved by some hundredths of a percent. */
const orderOf = (coins: bigint, awayBps: number) => async (life: Life) => {
  const acted = { id: life.leader, ledger: life.owned ? trading(life.leader) : null };
  await write((tx) =>
    actOnAccount(tx, acted, (account, at, { prices }) => {
      const price = (prices.at(COIN, at) * BigInt(10_000 + awayBps)) / 10_000n;
      const kind = awayBps > 0 === coins > 0n ? ('stop' as const) : ('limit' as const);
      const level = awayBps === 0 ? undefined : { kind, price };
      return place(account, prices, { id: COIN, size: (coins * UNITS_PER_WHOLE) / 1_000n, by: 'signal', level }, at);
    }),
  );
};

/** Acts of the owner and of the leader. A refused act changes no data. */
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.bigInt({ min: -30n, max: 30n }), fc.constantFrom(-40, -15, 0, 15, 40))
      .filter(([coins]) => coins !== 0n)
      .map(([coins, away]) => ({ name: `the leader orders ${coins} at ${away}`, run: orderOf(coins, away) })),
  },
  ...[pauseCopy, resumeCopy].map((use) =>
    fc.constant({ name: use.name, run: ({ user, id }: Life) => write((tx) => use(tx, user, id)) }),
  ),
  ...[topUpCopy, reduceCopy].map((use) =>
    fc.bigInt({ min: 1n, max: 4_000_00n }).map((amount) => ({
      name: `${use.name} ${amount}`,
      run: ({ user, id }: Life) => write((tx) => use(tx, user, { id, amount })),
    })),
  ),
);

/** Faults of the jobs of the late copy. */
const lateJob = fc.constantFrom(
  { name: 'no job', run: async () => {} },
  { name: 'its jobs', run: (life: Life) => life.runJobs() },
  { name: 'the leader’s job', run: () => runAll(advanceNextSimulatedTrader) },
  { name: 'two processes', run: () => Promise.all([followNextBatch(), endCopiesAtFloor()]) },
  {
    name: 'a killed job',
    run: (life: Life) =>
      write(async (tx) => {
        await advanceOrEndCopies(tx, [await copyOf(life.id)], 'job');
        throw new Error('killed');
      }).catch(() => {}),
  },
);

const step = fc.record({ after: fc.integer({ min: 300, max: 3 * HOUR }), job: lateJob, act });

/** Interval of undelayed jobs. */
const OFTEN = 30 * MINUTE;

/** Rows of a copy, without the columns that only contain the time of writing. */
async function notificationsOf({ id }: Life) {
  const { status, contributed, result, highWaterMark, stoppedAt, stopReason } = await copyOf(id);
  const rows = await findOrders(read(), id);
  const copied = await findAll(read(), copiedOrder, { copyId: id });
  return {
    copy: { status, contributed, result, highWaterMark, stoppedAt, stopReason },
    // The remaining money returns when the end is written.
    rows: rows.filter(({ kind, at }) => kind !== 'flow' || !stoppedAt || at < stoppedAt.getTime()),
    copied: copied
      .map(({ id: _, copyId: __, ...row }) => row)
      .sort((a, b) => a.leaderOrder - b.leaderOrder || a.at.getTime() - b.at.getTime()),
  };
}

test.each<Kind>(['signal', 'investor', 'engine'])(
  'a copy of a leader (%s) gets the same rows with jobs late, killed or run twice as with all jobs on time',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 9 }),
        fc.constantFrom(undefined, 5_000, 9_800),
        fc.boolean(),
        async (steps, floorBps, stops) => {
          clock.set(new Date(Math.max(START.getTime(), clock.at.getTime() + MINUTE)));
          const [timely, late] = [await makeLife(kind, floorBps), await makeLife(kind, floorBps)];
          for (const { after, job, act } of steps) {
            for (let left = after; left > 0; left -= OFTEN) {
              clock.advance(Math.min(left, OFTEN));
              await timely.runJobs();
            }
            await job.run(late);
            for (const life of [timely, late])
              if (kind !== 'engine' || !act.name.startsWith('the leader')) await act.run(life);
          }
          clock.advance(HOUR);
          for (const { user, id } of [timely, late]) if (stops) await write((tx) => stopCopy(tx, user, id));
          clock.advance(MINUTE);
          for (const life of [timely, late]) await life.runJobs();
          await runAll(releaseBatch);
          const notifications = await notificationsOf(late);
          expect(notifications).toEqual(await notificationsOf(timely));
          const times = (await findOrders(read(), late.id)).map(({ at }) => at);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: cases(onPostgres ? 4 : 16) },
    );
    await clean();
  },
  120_000,
);
