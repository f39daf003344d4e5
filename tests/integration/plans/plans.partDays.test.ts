import { expect, test } from 'vitest';
import { endInvestmentEarly } from '~/features/money/plans/endInvestmentEarly.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { after, DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { accrualsOf, accrueAll, committed, findings, free, open, rowOf } from './plans.fixtures';

useDatabase();

/** A time of day that is not a full hour. */
const OPENED = new Date('2026-03-01T13:07:31.123Z');
/** Starter: 20% a day of $567, two days. */
const request = { plan: 'starter', amount: 567_00n };
const A_DAY = 113_40n;
const LEFT = 1_234_57n - request.amount;

async function opened() {
  clock.set(OPENED);
  const user = await makeUser({}, { dollars: 1_234.57 });
  const reserveBefore = await free();
  const id = await open(user, request);
  return { user, id, reserveBefore, admin: createAdminActor((await makeAdmin()).id) };
}

test('after 1 day and 13 hours one day is earned, and the next is due at its end', async () => {
  const { user, id } = await opened();
  clock.advance(DAY + 13 * HOUR);
  await accrueAll();
  expect(await rowOf(id)).toMatchObject({ daysAccrued: 1, nextAccrualAt: after(OPENED, 2 * DAY), status: 'running' });
  expect(await readBalances(read(), user.id)).toMatchObject({ accrued: A_DAY, available: LEFT });
  expect((await accrualsOf(id)).map(({ effectiveAt }) => effectiveAt)).toEqual([after(OPENED, DAY)]);
  expect(await committed()).toBe(A_DAY);
  expect(await findings()).toEqual([]);
});

test.each([
  ['the job has paid the first day', true],
  ['no job has run since it was opened', false],
])('ended early at 1 day and 13 hours, when %s, one day is paid', async (_, paidBefore) => {
  const { user, id, admin, reserveBefore } = await opened();
  clock.advance(DAY + 13 * HOUR);
  if (paidBefore) await accrueAll();
  expect((await write((tx) => endInvestmentEarly(tx, admin, id, 'Asked for by the client'))).ok).toBe(true);
  expect(await rowOf(id)).toMatchObject({ status: 'ended', daysAccrued: 1, nextAccrualAt: null, endedAt: clock.at });
  expect(await readBalances(read(), user.id)).toMatchObject({
    available: 1_234_57n + A_DAY,
    principal: 0n,
    accrued: 0n,
  });
  expect((await readBalancesAndTotals(user.id)).totals.periodicProfit).toBe(A_DAY);
  expect(await committed()).toBe(0n);
  expect(await free()).toBe(reserveBefore - A_DAY);
  expect(await findings()).toEqual([]);
});

test.each([
  ['a millisecond before its first day is over', DAY - 1, 0n],
  ['at the end of its first day', DAY, A_DAY],
  ['a minute before its last day is over', 2 * DAY - MINUTE, A_DAY],
])('ended early %s', async (_, time, earned) => {
  const { user, id, admin } = await opened();
  clock.advance(time);
  expect((await write((tx) => endInvestmentEarly(tx, admin, id, 'Asked for by the client'))).ok).toBe(true);
  expect(await readBalances(read(), user.id)).toMatchObject({
    available: 1_234_57n + earned,
    funded: 1_234_57n + earned,
  });
  expect(await findings()).toEqual([]);
});

test('at the end of its last day it is not ended early but paid in full', async () => {
  const { user, id, admin } = await opened();
  clock.advance(2 * DAY);
  const ended = await write((tx) => endInvestmentEarly(tx, admin, id, 'Asked for by the client'));
  expect(ended).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
  await accrueAll();
  expect(await rowOf(id)).toMatchObject({ status: 'matured', endedAt: after(OPENED, 2 * DAY) });
  expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_234_57n + 2n * A_DAY });
  expect(await findings()).toEqual([]);
});
