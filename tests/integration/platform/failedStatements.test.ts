// On both engines: the state after a failed statement in a unit of work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { protectedTables } from '#drizzle/protection';
import { copiedOrder, journal, keptAnswer, mirror } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { applyResultBatch, followNextBatch } from '~/features/copying/copy/jobs.server';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { attempt, type Handle, isUnavailable, read, rows, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { EndedUnitError, getRootFailure } from '~/platform/process/unitOfWork';
import { refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { someOf } from '../../support/depth';
import { type Failure, whileFailing } from '../../support/failingStatements';
import { COPIED, EXAMPLES, must, rich } from '../../support/people/investorActs';
import { leaveInReserve } from '../../support/people/reserve';
import { people, STAFF_ACTS } from '../../support/people/staffActs';
import { makeCopied } from '../../support/trading/copied';
import { clean, makeCopy, makeTrader, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';
import { type Run, runsOfUseCases } from '../../support/useCases';

useDatabase();

let runs: Map<string, Run>;
beforeAll(async () => {
  runs = await runsOfUseCases();
});
beforeEach(prepareInstallation);

/** The short run tests one act of this number. */
const EVERY = onPostgres ? 12 : 5;

/** Returns a text that differs when any row of the database does. */
async function contents(): Promise<string> {
  const all = protectedTables().map(({ table }) => {
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table)).map((column) => `quote("${column.name}")`);
    const found = onPostgres
      ? `md5(string_agg(t::text, '|' order by t::text))`
      : `group_concat(${columns.join(` || ',' || `)}, '|')`;
    return `select '${name}' as name, (select ${found} from "${name}" t) as found`;
  });
  return JSON.stringify(await rows(read(), sql.raw(all.join(' union all '))));
}

const FAILURES: Failure[] = ['of the transaction', 'of the statement'];

/** Fails each statement of `act` in turn, in both ways. Each failure must be reported as unavailable and leave all rows unchanged. */
async function mustLeaveNothing(act: (tx: Handle) => Promise<{ ok: boolean }>): Promise<void> {
  const before = await contents();
  for (let nth = 1; ; nth++) {
    const failure = FAILURES[nth % FAILURES.length] as Failure;
    let outcome: unknown;
    const isReached = await whileFailing(nth, failure, async () => {
      outcome = await write(act).catch((error) => (isUnavailable(error) ? 'unavailable' : error));
    });
    if (!isReached) {
      expect(outcome).toMatchObject({ ok: true });
      return await clean();
    }
    expect([failure, nth, outcome, (await contents()) === before]).toEqual([failure, nth, 'unavailable', true]);
  }
}

describe('each statement of an act of investors', () => {
  test.each(someOf(Object.keys(EXAMPLES), 0, EVERY))('%s fails, and nothing is written', async (key) => {
    const user = COPIED.includes(key) ? await makeCopied() : await rich();
    await leaveInReserve(1_000_000_00n);
    const input = (await EXAMPLES[key]?.(user)) ?? [];
    await mustLeaveNothing((tx) => (runs.get(key) as Run)(tx, { ...user, ...createInvestorActor(user.id) }, ...input));
  });
});

/** Acts of administrators that are possible in paper mode. The two others need a real deposit address. */
const STAFF_NAMES = (Object.keys(STAFF_ACTS) as (keyof typeof ACTS)[]).filter(
  (name) => !['deposit-method-add', 'deposit-method-change'].includes(name),
);

describe('each statement of an act of the staff', () => {
  test.each(someOf(STAFF_NAMES, 0, EVERY))('%s fails, and nothing is written', async (name) => {
    const made = await people();
    const input = await STAFF_ACTS[name](made);
    await mustLeaveNothing((tx) => (ACTS[name] as Act).run(tx, made.two, input));
  });
});

/** Jobs, each with waiting work, and the required number of effects. */
const JOB_EXAMPLES: Record<
  string,
  () => Promise<{ job: () => Promise<boolean>; effects: SQLiteTable; which?: SQL; count: number }>
> = {
  'results of typed traders': async () => {
    const trader = await makeTrader();
    for (let made = 0; made < 3; made++) await makeCopy(trader);
    await trades(trader, -120);
    return { job: applyResultBatch, effects: mirror, count: 3 };
  },
  'orders of leaders': async () => {
    const leader = await makeLeader();
    for (let made = 0; made < 3; made++) await makeCopy(leader);
    clock.advance(HOUR);
    await leaderOrders(leader, 'EURUSD', 20_000n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    return { job: followNextBatch, effects: copiedOrder, count: 3 };
  },
  'returns of plans': async () => {
    await leaveInReserve(1_000_000_00n);
    const user = await rich();
    await must((tx) => openInvestment(tx, user, { plan: 'starter', amount: 500_00n }));
    clock.advance(DAY);
    return { job: accrueBatch, effects: journal, which: eq(journal.kind, 'plan-accrual'), count: 1 };
  },
};

test.each(Object.keys(JOB_EXAMPLES))('each statement of the job of the %s fails, and it happens once', async (name) => {
  const { job, effects, which, count } = await (JOB_EXAMPLES[name] as (typeof JOB_EXAMPLES)[string])();
  let nth = 1;
  const failing = () => job().catch((error) => isUnavailable(error) || Promise.reject(error));
  while (await whileFailing(Math.ceil(nth / 2), FAILURES[nth % 2] as Failure, failing)) nth += 1;
  expect(nth).toBeGreaterThan(2);
  await runAll(job);
  expect(await read().select().from(effects).where(which)).toHaveLength(count);
  await clean();
});

describe('statements of a unit of work that has ended', () => {
  const insert = async (tx: Handle, key: string): Promise<void> => {
    await tx.insert(keptAnswer).values({ key, value: '', at: now() });
  };
  const inserted = async () =>
    (await read().select({ key: keptAnswer.key }).from(keptAnswer)).map(({ key }) => key).sort();

  test.each([
    ['was committed', async () => {}],
    ['was refused', async () => refuse('no', 'Not now')],
    [
      'failed',
      async () => {
        throw new Error('it failed');
      },
    ],
  ])('are refused when it %s, though another one is open', async (_, end) => {
    let late: Promise<unknown> = Promise.resolve();
    const [go, resume] = deferred();
    const ended = write(async (tx) => {
      late = go.then(() => insert(tx, 'late'));
      return await end();
    });
    // Shares the commit of the first transaction, and is still open when the late statement arrives.
    const other = write(async (tx) => {
      resume();
      await expect(late).rejects.toSatisfy(isEnded);
      await insert(tx, 'in time');
    });
    await ended.catch(() => {});
    await other;
    expect(await inserted()).toEqual(['in time']);
  });

  test('are refused behind a savepoint that was rolled back, and inside the unit around an open one', async () => {
    await write(async (tx) => {
      let late: Promise<unknown> = Promise.resolve();
      const [go, resume] = deferred();
      await attempt(tx, async () => {
        late = go.then(() => insert(tx, 'late'));
        return refuse('no', 'Not now');
      });
      resume();
      await expect(late).rejects.toSatisfy(isEnded);
      const outside = () => insert(tx, 'outside');
      const bound = AsyncLocalStorage.bind(outside);
      await attempt(tx, async () => {
        await expect(bound()).rejects.toSatisfy(isEnded);
        await insert(tx, 'inside');
      });
    });
    expect(await inserted()).toEqual(['inside']);
  });

  test('that fails rolls back its savepoint, and a unit of work that hides a failure is not committed', async () => {
    await write((tx) => insert(tx, 'taken'));
    await write(async (tx) => {
      const tried = attempt(tx, async () => {
        await insert(tx, 'rolled back');
        await insert(tx, 'taken');
        // On PostgreSQL an insert does not wait for its response, so this statement's response arrives after it.
        await rows(tx, sql`select 1`);
      });
      await expect(tried).rejects.toThrow();
      await insert(tx, 'goes on');
    });
    const hiding = write(async (tx) => {
      await insert(tx, 'hidden');
      await insert(tx, 'taken').catch(() => {});
    });
    await expect(hiding).rejects.toThrow();
    expect(await inserted()).toEqual(['goes on', 'taken']);
  });
});

const isEnded = (error: unknown): boolean => getRootFailure(error) instanceof EndedUnitError;

function deferred(): [Promise<void>, () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}
