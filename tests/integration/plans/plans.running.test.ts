import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { job as jobTable, journal, mail, notification, plan } from '#drizzle/schema';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { endInvestmentEarly } from '~/features/money/plans/endInvestmentEarly.server';
import { planJobs } from '~/features/money/plans/jobs.server';
import { loadInvestmentsPage } from '~/features/money/plans/queries.server';
import { computeAccrual, computePromisedReturn } from '~/features/money/plans/rules';
import { investmentMachine } from '~/features/money/plans/states';
import { custody, reserve } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { readBalances, readStatement } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { runJob } from '~/platform/jobs/index.server';
import { clock, START, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';
import {
  accrualsOf,
  accrueAll,
  committed,
  findings,
  free,
  GOLD_RETURN,
  open,
  rowOf,
  stateOf,
  withGold,
} from './plans.fixtures';

useDatabase();

describe('a running plan', () => {
  test('earns each day when it is over, not before', async () => {
    const { user, id } = await withGold();
    clock.advance(DAY - 1);
    await accrueAll();
    expect((await readBalances(read(), user.id)).accrued).toBe(0n);
    clock.advance(1);
    await accrueAll();
    expect(await readBalances(read(), user.id)).toMatchObject({ accrued: 1_750_00n, available: 1_000_00n });
    expect((await readBalancesAndTotals(user.id)).totals.periodicProfit).toBe(1_750_00n);
    expect(await committed()).toBe(GOLD_RETURN - 1_750_00n);
    expect(await rowOf(id)).toMatchObject({ daysAccrued: 1, nextAccrualAt: new Date(+START + 2 * DAY) });
    expect((await loadInvestmentsPage(user.id, new URLSearchParams())).rows[0]).toMatchObject({
      earned: 1_750_00n,
      profit: 1_750_00n,
    });
    expect(await findings()).toEqual([]);
  });

  test('matures with its last day: principal and returns become available', async () => {
    const { user, id } = await withGold();
    for (let day = 0; day < 4; day++) {
      clock.advance(DAY);
      await accrueAll();
    }
    expect(await readBalances(read(), user.id)).toMatchObject({
      available: 6_000_00n + GOLD_RETURN,
      principal: 0n,
      accrued: 0n,
    });
    const maturesAt = new Date(+START + 4 * DAY);
    expect(await rowOf(id)).toMatchObject({
      status: 'matured',
      daysAccrued: 4,
      nextAccrualAt: null,
      endedAt: maturesAt,
    });
    expect(await committed()).toBe(0n);
    const kinds = (await read().select().from(mail)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['plan-matured', 'plan-opened']);
    expect(await read().select().from(notification)).toHaveLength(2);
    expect(await findings()).toEqual([]);
  });

  test('catches up after 40 days without jobs as if they had run each day', async () => {
    const { user, id } = await withGold();
    const [short, long] = [await makeUser({}, { dollars: 501 }), await makeUser({}, { dollars: 1_000 })];
    const starterId = await open(short, { plan: 'starter', amount: 501_00n });
    // An amount with odd cents and more days than one batch pays.
    await write((tx) => tx.update(plan).set({ dailyBps: 7, days: 333 }).where(eq(plan.id, 'starter')));
    const longId = await open(long, { plan: 'starter', amount: 501_00n });
    clock.advance(40 * DAY + 5 * HOUR);
    await accrueAll();
    expect((await accrualsOf(id)).map(({ effectiveAt }) => +effectiveAt)).toEqual(
      [1, 2, 3, 4].map((day) => +START + day * DAY),
    );
    expect([await stateOf(id), await stateOf(starterId), await stateOf(longId)]).toEqual([
      'matured',
      'matured',
      'running',
    ]);
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n + GOLD_RETURN);
    expect((await readBalances(read(), short.id)).available).toBe(501_00n + 200_40n);
    const terms = { principal: 501_00n, dailyBps: 7, days: 333 };
    const days = Array.from({ length: 333 }, (_, at) => computeAccrual(terms, at + 1));
    const sum = (all: bigint[]) => all.reduce((total, one) => total + one, 0n);
    expect((await readBalances(read(), long.id)).accrued).toBe(sum(days.slice(0, 40)));
    expect(await rowOf(longId)).toMatchObject({ daysAccrued: 40, nextAccrualAt: new Date(+START + 41 * DAY) });
    clock.advance(400 * DAY);
    await accrueAll();
    expect(sum(days)).toBe(computePromisedReturn(terms));
    expect((await readBalances(read(), long.id)).available).toBe(1_000_00n + computePromisedReturn(terms));
    const lines = await readStatement(read(), long.id);
    expect(lines.at(-1)).toMatchObject({ kind: 'plan-matured', fundedAfter: 1_000_00n + computePromisedReturn(terms) });
    expect(await findings()).toEqual([]);
  });

  test('whose days round to zero matures all the same', async () => {
    const user = await makeUser({}, { dollars: 100 });
    const tiny = { minimum: 1_00n, dailyBps: 1, days: 250 };
    await write((tx) => tx.update(plan).set(tiny).where(eq(plan.id, 'starter')));
    const id = await open(user, { plan: 'starter', amount: 1_00n });
    clock.advance(250 * DAY);
    await accrueAll();
    expect(await rowOf(id)).toMatchObject({ status: 'matured', daysAccrued: 250 });
    // A hundredth of a cent a day adds up to two cents, each paid on the day that completes it.
    expect((await accrualsOf(id)).map(({ businessRef }) => businessRef)).toEqual([`${id}:125`, `${id}:250`]);
    expect((await readBalances(read(), user.id)).available).toBe(100_02n);
    expect(await findings()).toEqual([]);
  });

  test('is paid no day twice when the clock jumps back a day', async () => {
    const { user, id } = await withGold();
    clock.advance(2 * DAY);
    await accrueAll();
    clock.advance(-DAY);
    await accrueAll();
    expect((await readBalances(read(), user.id)).accrued).toBe(3_500_00n);
    clock.advance(DAY);
    await accrueAll();
    expect((await readBalances(read(), user.id)).accrued).toBe(3_500_00n);
    clock.advance(2 * DAY);
    await accrueAll();
    expect(await accrualsOf(id)).toHaveLength(4);
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n + GOLD_RETURN);
    expect(await findings()).toEqual([]);
  });

  test('is paid no day twice by several concurrent runners, nor by the job', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => makeUser({}, { dollars: 500 })));
    for (const user of people) await open(user, { plan: 'starter', amount: 500_00n });
    const runner = async () => {
      while (await accrueBatch());
    };
    clock.advance(DAY);
    await Promise.all([runner(), runner(), runner()]);
    clock.advance(DAY);
    const [job] = planJobs;
    if (!job) throw new Error('There is no job');
    await Promise.all([runner(), runJob(job), runner()]);
    for (const user of people) expect((await readBalances(read(), user.id)).available).toBe(700_00n);
    const paid = await read().select().from(journal).where(eq(journal.kind, 'plan-accrual'));
    expect(paid).toHaveLength(60);
    const matured = await read().select().from(mail).where(eq(mail.kind, 'plan-matured'));
    expect(matured).toHaveLength(30);
    expect(await findings()).toEqual([]);
  });

  /** Changes an investment so that it can't mature, which no use case could do. */
  async function stand(inTheWayOf: string): Promise<void> {
    const legs = [{ debit: custody('manual'), credit: reserve.free, amount: 1n }];
    const head = { kind: 'plan-matured', ref: inTheWayOf, actor: 'system', effectiveAt: now() } as const;
    await write((tx) => mustPost(tx, { ...head, legs }));
  }

  test('that is due the longest is paid first, whichever was bought first', async () => {
    const first = await withGold();
    clock.advance(HOUR);
    const second = await withGold();
    // The first day of the first investment is paid, so the second one has waited the longest.
    clock.advance(23 * HOUR);
    await accrueAll();
    expect([(await rowOf(first.id)).daysAccrued, (await rowOf(second.id)).daysAccrued]).toEqual([1, 0]);
    clock.advance(25 * HOUR);
    await accrueAll();
    const paid = await read().select().from(journal).where(eq(journal.kind, 'plan-accrual')).orderBy(asc(journal.id));
    expect(paid.map(({ businessRef }) => businessRef)).toEqual([
      `${first.id}:1`,
      `${second.id}:1`,
      `${second.id}:2`,
      `${first.id}:2`,
    ]);
    expect(await findings()).toEqual([]);
  });

  test('is paid none of its days when its maturity fails: they are one transaction', async () => {
    const { user, id } = await withGold();
    await stand(id);
    clock.advance(4 * DAY);
    await expect(accrueAll()).rejects.toThrow('already-posted');
    expect(await readBalances(read(), user.id)).toMatchObject({ accrued: 0n, principal: 5_000_00n });
    expect(await rowOf(id)).toMatchObject({ status: 'running', daysAccrued: 0 });
    expect(await findings()).toMatchObject([{ detail: expect.stringMatching(/^plan-matured .* does not agree/) }]);
  });

  test('that can not mature does not hold up the others, and an operator sees it', async () => {
    const stuck = await withGold();
    const others = [await withGold(), await withGold()];
    await stand(stuck.id);
    clock.advance(4 * DAY);
    const [job] = planJobs;
    if (!job) throw new Error('There is no job');
    for (let run = 0; run < 2; run++) {
      await runJob(job);
      const [known] = await read().select().from(jobTable).where(eq(jobTable.name, job.name));
      expect(known).toMatchObject({ runs: run + 1, failures: run + 1 });
      expect(known?.lastError).toContain('already-posted');
      expect([await stateOf(stuck.id), ...(await Promise.all(others.map(({ id }) => stateOf(id))))]).toEqual([
        'running',
        'matured',
        'matured',
      ]);
    }
    // The stuck investment does not block later ones.
    const later = await withGold();
    clock.advance(4 * DAY);
    await expect(accrueAll()).rejects.toThrow('already-posted');
    expect(await stateOf(later.id)).toBe('matured');
    expect(await findings()).toMatchObject([{ detail: expect.stringMatching(/^plan-matured .* does not agree/) }]);
  });
});

describe('ended early by an administrator', () => {
  test('pays the days so far, and returns the rest of the promise', async () => {
    const before = await free();
    const { user, admin, id } = await withGold();
    clock.advance(2 * DAY + HOUR);
    // The job has not reached the second day.
    const ended = await write((tx) => endInvestmentEarly(tx, admin, id, 'Asked for by the client'));
    expect(ended.ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({
      available: 6_000_00n + 3_500_00n,
      principal: 0n,
      accrued: 0n,
    });
    expect([await free(), await committed()]).toEqual([before - 3_500_00n, 0n]);
    expect(await rowOf(id)).toMatchObject({ status: 'ended', daysAccrued: 2, nextAccrualAt: null, endedAt: now() });
    clock.advance(30 * DAY);
    await accrueAll();
    expect(await accrualsOf(id)).toHaveLength(2);
    const sentMails = await read().select().from(mail).where(eq(mail.kind, 'plan-ended'));
    expect(sentMails[0]?.text).toContain('Asked for by the client');
    const reasons = await read()
      .select({ reason: journal.reason })
      .from(journal)
      .where(and(eq(journal.businessRef, id), eq(journal.kind, 'plan-ended')));
    expect(reasons).toEqual([{ reason: 'Asked for by the client' }]);
    expect(await findings()).toEqual([]);
  });

  test('on its first day has earned nothing', async () => {
    const { user, admin, id } = await withGold();
    expect((await write((tx) => endInvestmentEarly(tx, admin, id, 'Mistaken'))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 6_000_00n, funded: 6_000_00n });
    expect(await findings()).toEqual([]);
  });

  test('after its last day is left to mature', async () => {
    const { user, admin, id } = await withGold();
    clock.advance(4 * DAY);
    const refused = await write((tx) => endInvestmentEarly(tx, admin, id, 'Too late'));
    expect(refused).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    await accrueAll();
    expect(await stateOf(id)).toBe('matured');
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n + GOLD_RETURN);
  });

  test('twice at once, while it accrues, has one winner', async () => {
    const { admin, id } = await withGold();
    clock.advance(3 * DAY);
    const end = () => write((tx) => endInvestmentEarly(tx, admin, id, 'no'));
    const [first, second] = await Promise.all([end(), end(), accrueAll()]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test('can’t be done by an investor, or to an unknown investment', async () => {
    const { user, admin, id } = await withGold();
    const investor = { kind: 'investor', id: user.id } as const;
    expect(await write((tx) => endInvestmentEarly(tx, investor, id, 'mine'))).toMatchObject({
      error: { code: 'not-yours' },
    });
    expect(await write((tx) => endInvestmentEarly(tx, admin, 'nothing', 'no'))).toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

test('an investment changes only as its state table allows', async () => {
  type Made = Awaited<ReturnType<typeof withGold>>;
  const steps = {
    // The end of the term matures it.
    mature: async ({ id }: Made) => {
      const before = await stateOf(id);
      clock.set((await rowOf(id)).maturesAt);
      await accrueAll();
      return (await stateOf(id)) !== before;
    },
    end: async ({ admin, id }: Made) => (await write((tx) => endInvestmentEarly(tx, admin, id, 'no'))).ok,
  };
  const ways = { running: [], matured: ['mature'], ended: ['end'] } as const;
  for (const [state, way] of Object.entries(ways)) {
    for (const [name, { from, to }] of Object.entries(investmentMachine.events)) {
      const made = await withGold();
      for (const step of way) await steps[step](made);
      expect(await stateOf(made.id)).toBe(state);
      const allowed = (from as readonly string[]).includes(state);
      expect([state, name, await steps[name as keyof typeof steps](made)]).toEqual([state, name, allowed]);
      expect(await stateOf(made.id)).toBe(allowed ? to : state);
    }
  }
  expect(await findings()).toEqual([]);
});
