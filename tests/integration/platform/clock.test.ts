import { describe, expect, test } from 'vitest';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { createToken } from '~/features/people/auth/tokens.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { DAY, HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';
import { accrualsOf, accrueAll, findings, GOLD_RETURN, withGold } from '../plans/plans.fixtures';

useDatabase();

const reset = (email: string, secret: string) =>
  resetPassword({ email, secret }, { newPassword: 'a walk along the river' }, { address: '192.0.2.1' });

describe('a clock that jumps a day', () => {
  test('forward and back revives no link that was tried too late', async () => {
    const { id, email } = await makeUser({ emailVerifiedAt: null });
    const verify = await write((tx) => createToken(tx, 'verify', id));
    const forgotten = await write((tx) => createToken(tx, 'reset', id));
    clock.advance(DAY);
    expect((await verifyEmail({ id, secret: verify })).ok).toBe(false);
    expect((await reset(email, forgotten)).ok).toBe(false);
    clock.advance(-DAY);
    expect((await verifyEmail({ id, secret: verify })).ok).toBe(false);
    expect((await reset(email, forgotten)).ok).toBe(false);
  });

  test('back extends no earlier link by a day', async () => {
    const { id, email } = await makeUser({ emailVerifiedAt: null });
    const verify = await write((tx) => createToken(tx, 'verify', id));
    const forgotten = await write((tx) => createToken(tx, 'reset', id));
    clock.advance(-DAY);
    expect((await verifyEmail({ id, secret: verify })).ok).toBe(false);
    expect((await reset(email, forgotten)).ok).toBe(false);
    // A link created now works.
    expect((await reset(email, await write((tx) => createToken(tx, 'reset', id)))).ok).toBe(true);
  });

  test.each([
    ['forward and back', DAY],
    ['back and forward', -DAY],
  ])('%s doubles no day of a plan, skips none, and keeps the order of the books', async (_, by) => {
    const { user, id } = await withGold();
    for (let hour = 0; hour < 5 * 24; hour += 8) {
      clock.advance(8 * HOUR);
      // In the middle of the second day, for some hours.
      if (hour === 32) clock.advance(by);
      if (hour === 40) clock.advance(-by);
      await accrueAll();
    }
    const days = (await accrualsOf(id)).map(({ businessRef }) => Number(businessRef.split(':')[1]));
    expect(days.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n + GOLD_RETURN);
    expect((await readBalancesAndTotals(user.id)).totals.periodicProfit).toBe(GOLD_RETURN);
    const dates = (await accrualsOf(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ effectiveAt }) => +effectiveAt);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(await findings()).toEqual([]);
  });
});
