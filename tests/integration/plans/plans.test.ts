import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { investment, mail, notification, plan, promise } from '#drizzle/schema';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { listPlansOnSale } from '~/features/money/plans/queries.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import type { User } from '~/signIns/session.server';
import { clock, START, useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { makeUser } from '../../support/people/people';
import { setSetting } from '../../support/settings';
import {
  accrueAll,
  committed,
  findings,
  free,
  GOLD_RETURN,
  gold,
  leaveFree,
  rowOf,
  stateOf,
  withGold,
} from './plans.fixtures';

useDatabase();

describe('buying a plan', () => {
  test('holds the principal and reserves the whole return', async () => {
    const before = await free();
    const { user, id } = await withGold();
    expect(await readBalances(read(), user.id)).toMatchObject({
      available: 1_000_00n,
      principal: 5_000_00n,
      accrued: 0n,
      funded: 6_000_00n,
    });
    expect(await committed()).toBe(GOLD_RETURN);
    expect(await free()).toBe(before - GOLD_RETURN);
    expect(await rowOf(id)).toMatchObject({ status: 'running', daysAccrued: 0, maturesAt: new Date(+START + 4 * DAY) });
    expect((await findTimeline(read(), 'investment', id)).map(({ event, toState }) => [event, toState])).toEqual([
      ['open', 'running'],
    ]);
    expect((await read().select().from(mail)).map(({ kind }) => kind)).toEqual(['plan-opened']);
    expect(await read().select().from(notification)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test('keeps the terms at which they were sold', async () => {
    const { user, id } = await withGold();
    await write((tx) => tx.update(plan).set({ dailyBps: 1, days: 90 }).where(eq(plan.id, 'gold')));
    clock.advance(4 * DAY);
    await accrueAll();
    expect(await stateOf(id)).toBe('matured');
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n + GOLD_RETURN);
  });

  test.each([
    [{ ...gold, amount: 4_999_00n }, 'Amount is lower than the Investment Range', 'amount'],
    [{ ...gold, amount: 0n }, 'Amount is lower than the Investment Range', 'amount'],
    [{ ...gold, amount: 20_000_00n }, 'Amount is higher than the Investment Range', 'amount'],
    [{ ...gold, amount: 6_001_00n }, 'Your available balance does not cover $6,001.00.', 'amount'],
    [{ ...gold, plan: 'copper' }, 'Choose a plan', 'plan'],
  ])('is refused with a message at the field: %o', async (wrong, message, field) => {
    const user = await makeUser({}, { dollars: 6_000 });
    const refused = await write((tx) => openInvestment(tx, user, wrong));
    expect(refused).toMatchObject({ ok: false, error: { field, message } });
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 6_000_00n, principal: 0n });
    expect(await committed()).toBe(0n);
  });

  test('a plan that is off, or that would earn nothing, is not sold', async () => {
    const user = await makeUser({}, { dollars: 6_000 });
    await write((tx) => tx.update(plan).set({ enabled: false }).where(eq(plan.id, 'gold')));
    await write((tx) => tx.update(plan).set({ dailyBps: 0 }).where(eq(plan.id, 'starter')));
    expect(await write((tx) => openInvestment(tx, user, gold))).toMatchObject({ error: { code: 'unknown-plan' } });
    const nothing = await write((tx) => openInvestment(tx, user, { plan: 'starter', amount: 500_00n }));
    expect(nothing).toMatchObject({ error: { code: 'no-return' } });
    expect((await listPlansOnSale(user.id)).map(({ id }) => id)).not.toContain('gold');
  });

  test('is refused, without a trace, when the reserve is a cent short', async () => {
    const user = await makeUser({}, { dollars: 6_000 });
    await setSetting('plan-share-bps', 10_000);
    await leaveFree(GOLD_RETURN - 1n);
    const refused = await write((tx) => openInvestment(tx, user, gold));
    expect(refused).toMatchObject({ ok: false, error: { code: 'short-reserve', field: 'amount' } });
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 6_000_00n, principal: 0n });
    expect([await free(), await committed()]).toEqual([GOLD_RETURN - 1n, 0n]);
    for (const table of [investment, promise, mail, notification])
      expect(await read().select().from(table)).toEqual([]);
    const onSale = new Map((await listPlansOnSale(user.id)).map(({ id, maxAmount }) => [id, maxAmount]));
    expect(onSale.get('gold')).toBeNull();
    expect(onSale.get('starter')).toBe(4_999_00n);
    expect(await findings()).toEqual([]);
  });

  onBothEngines('idempotency and races for money', () => {
    test('is possible with a reserve of exactly its return, and then not again', async () => {
      await setSetting('plan-share-bps', 10_000);
      await leaveFree(GOLD_RETURN);
      const buyers = [await makeUser({}, { dollars: 5_000 }), await makeUser({}, { dollars: 5_000 })];
      const ended = await Promise.all(buyers.map((user) => write((tx) => openInvestment(tx, user, gold))));
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      expect([await free(), await committed()]).toEqual([0n, GOLD_RETURN]);
      expect(await findings()).toEqual([]);
    });

    test('racing for one balance buys only what it covers', async () => {
      const user = await makeUser({}, { dollars: 2_000 });
      const starter = { plan: 'starter', amount: 500_00n };
      const ended = await Promise.all(
        Array.from({ length: 9 }, () => write((tx) => openInvestment(tx, user, starter))),
      );
      expect(ended.filter(({ ok }) => ok)).toHaveLength(4);
      expect(await readBalances(read(), user.id)).toMatchObject({ available: 0n, principal: 2_000_00n });
      expect(await findings()).toEqual([]);
    });
  });
});

describe("the limit of the reserve for one user's plans", () => {
  const half = { plan: 'starter', amount: 2_500_00n };
  const HALF_RETURN = 1_000_00n;
  const buy = (user: User, request: typeof gold) => write((tx) => openInvestment(tx, user, request));

  test('is exact to the cent, for free and committed money together, and separate for each user', async () => {
    const [user, other] = [await makeUser({}, { dollars: 9_000 }), await makeUser({}, { dollars: 9_000 })];
    // A tenth of it is the return of gold and of half a starter plan.
    const whole = (GOLD_RETURN + HALF_RETURN) * 10n;
    await leaveFree(whole - 1n);
    expect((await buy(user, gold)).ok).toBe(true);
    expect(await buy(user, half)).toMatchObject({
      ok: false,
      error: {
        code: 'over-share',
        field: 'amount',
        message: expect.stringMatching(/at most 10% of the reserve.*owed \$7,000\.00, so \$999\.99 is left for you/),
      },
    });
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 4_000_00n, principal: 5_000_00n });
    expect(await committed()).toBe(GOLD_RETURN);
    const starter = (await listPlansOnSale(user.id)).find(({ id }) => id === 'starter');
    expect(starter).toMatchObject({ maxAmount: 2_499_00n, limit: 'share' });
    expect((await buy(other, half)).ok).toBe(true);
    expect((await buy(user, { ...half, amount: 2_499_00n })).ok).toBe(true);
    expect(await findings()).toEqual([]);
  });

  test('does not count paid or ended promises', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    await leaveFree(GOLD_RETURN * 10n);
    expect((await buy(user, gold)).ok).toBe(true);
    expect(await buy(user, half)).toMatchObject({ ok: false, error: { code: 'over-share' } });
    clock.advance(DAY);
    await accrueAll();
    // A quarter of the promise is paid; the reserve holds that much less, so a tenth of that is missing from the share.
    expect(await buy(user, half)).toMatchObject({ ok: true });
    clock.advance(4 * DAY);
    await accrueAll();
    expect(await committed()).toBe(0n);
    const left = (await listPlansOnSale(user.id)).find(({ id }) => id === 'gold');
    expect(left?.limit).toBe('share');
    expect(await findings()).toEqual([]);
  });

  onBothEngines('idempotency and races for money', () => {
    test('holds when many are bought at once', async () => {
      const user = await makeUser({}, { dollars: 90_000 });
      await leaveFree(GOLD_RETURN * 35n);
      const ended = await Promise.all(Array.from({ length: 9 }, () => buy(user, gold)));
      expect(ended.filter(({ ok }) => ok)).toHaveLength(3);
      expect(await committed()).toBe(3n * GOLD_RETURN);
      expect(await findings()).toEqual([]);
    });
  });

  test('allows each plan of the catalogue in full with the initial reserve of paper mode', async () => {
    const user = await makeUser();
    for (const { maxAmount, maximum, limit } of await listPlansOnSale(user.id))
      expect([maxAmount, limit]).toEqual([maximum, 'share']);
  });
});
