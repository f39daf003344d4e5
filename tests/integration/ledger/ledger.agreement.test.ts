import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { user as userTable } from '#drizzle/schema';
import { loadUserData } from '~/api/answers/userData.server';
import { loadGroupsPage, loadStatementOfPeriod } from '~/features/money/statements/lines.server';
import { loadDashboard } from '~/features/site/dashboard/dashboard.server';
import { unpackPoints } from '~/features/site/dashboard/internal/balanceChart';
import { toUsdNumber } from '~/ledger/money';
import {
  isMoneyTransfer,
  readStatement,
  type StatementLine,
  selectUserAccounts,
} from '~/ledger/reading/statement.server';
import { readNewestStatementLines } from '~/ledger/reading/statementPages.server';
import { readBalancesAndTotals, readTotalsOfUsers } from '~/ledger/reading/userTotals.server';
import { MINUTE } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { sizeOf } from '../../support/depth';
import * as world from './ledger.fixtures';
import { live, Model, step } from './ledger.sequences';

/** Invariant 10: getData, dashboard and statement agree to the cent, and cached parts add up to the whole. */

useDatabase();

/** Lifetime totals, summed from the rows of the whole statement. */
function totalsBy(lines: StatementLine[]) {
  const sum = (...kinds: string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n);
  return {
    totalDeposit: sum('deposit') - sum('deposit-reversed'),
    totalWithdraw: sum('withdrawal-approved') - sum('withdrawal-bounced'),
    referralBonus: sum('referral-bonus') - sum('referral-bonus-reversed'),
    periodicProfit: sum('plan-accrual', 'copy-profit', 'operator-profit') - sum('copy-loss'),
    practiceMoney: sum('practice-money'),
    rankBonus: sum('rank-bonus') - sum('rank-bonus-reversed'),
    operatorNet: sum('operator-profit', 'operator-credit') - sum('operator-debit'),
  };
}

async function expectAgreement(id: string): Promise<void> {
  const whole = await readStatement(read(), id);
  const newestFirst = whole.toReversed();
  const funded = newestFirst[0]?.fundedAfter ?? 0n;
  const available = whole.reduce((sum, { availableChange }) => sum + availableChange, 0n);
  const totals = totalsBy(whole);
  const [me] = (await read().select().from(userTable).where(eq(userTable.id, id))) as [User];

  const { balances, ...all } = await readBalancesAndTotals(id);
  const { held, principal, accrued, allocated, trading } = balances;
  expect([balances.funded, balances.available]).toEqual([funded, available]);
  expect(balances.available + held + principal + accrued + allocated + trading).toBe(funded);
  expect(all).toMatchObject({ totals, journals: whole.length });
  const accounts = await selectUserAccounts(read(), { user: id });
  expect(await readNewestStatementLines(read(), id, 3, accounts)).toEqual(newestFirst.slice(0, 3));
  expect(await readNewestStatementLines(read(), id, whole.length + 1, accounts)).toEqual(newestFirst);
  expect((await readTotalsOfUsers([id])).get(id)).toEqual({ ...totals, funded });

  const dashboard = await loadDashboard(me);
  const { funded: booked, ...parts } = balances;
  expect(dashboard).toMatchObject({ worth: { ...parts, booked, open: 0n, total: booked }, totals });
  expect(unpackPoints(dashboard.points).at(-1)?.value ?? 0).toBe(Number(funded));
  const earned = whole.filter(({ kind }) => !isMoneyTransfer(kind)).reduce((sum, { change }) => sum + change, 0n);
  expect(dashboard.profit.profit).toBe(earned);

  const { opening, lines, closing } = await loadStatementOfPeriod(id, { from: null, until: null });
  expect([opening, closing, lines]).toEqual([0n, funded, whole]);
  const paged: StatementLine[] = [];
  for (let next: string | null = null, first = true; next || first; first = false) {
    const page = await loadGroupsPage(id, next);
    paged.push(...page.groups.flat());
    next = page.next;
  }
  expect(paged).toEqual(newestFirst);

  const { data, totals: counts } = await loadUserData(me, 1_000);
  expect(data).toMatchObject({
    funded: toUsdNumber(funded),
    available: toUsdNumber(available),
    totaldeposit: toUsdNumber(totals.totalDeposit),
    totalwithdraw: toUsdNumber(totals.totalWithdraw),
    refBonus: toUsdNumber(totals.referralBonus),
    periodicProfit: toUsdNumber(totals.periodicProfit),
  });
  expect(counts.transaction).toBe(whole.length);
  expect(
    data.transaction.map(({ id: journal, amount, change, balance }) => [journal, amount, change, balance]),
  ).toEqual(
    newestFirst.map((line) => [
      line.journalId,
      toUsdNumber(line.amount),
      toUsdNumber(line.change),
      toUsdNumber(line.fundedAfter),
    ]),
  );
  expectWithdrawals(data.withdrawals, whole);
  expect(data.withdraw).toEqual(data.withdrawals.filter(({ status }) => status === 'paid'));
}

/** Asserts that each withdrawal has the balance left after its request. */
function expectWithdrawals(withdrawals: { id: string; balance: number }[], whole: StatementLine[]): void {
  const left = new Map<string, number>();
  let available = 0n;
  for (const { kind, ref, availableChange } of whole) {
    available += availableChange;
    if (kind === 'withdrawal-requested') left.set(ref, toUsdNumber(available));
  }
  expect(new Map(withdrawals.map(({ id, balance }) => [id, balance]))).toEqual(left);
}

test('getData, the dashboard and the statement always agree', { timeout: 3_600_000 }, async () => {
  await world.addTrader(world.TRADER);
  const model = await Model.ofNow();
  let lives = 0;
  const looked = { times: 0, withdrawals: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
      fc.integer({ min: 5, max: 20 }),
      async (steps, every) => {
        lives += 1;
        clock.advance(MINUTE);
        await live(model, `a${lives}`, steps, async (people, at) => {
          // Checks between steps too, so that values cached then have to be extended correctly by later steps.
          if (at % every !== every - 1 && at !== steps.length - 1) return;
          for (const person of people) await expectAgreement(person);
          looked.times += 1;
        });
      },
    ),
    { seed: Number(process.env.SEED || 20_260_302), numRuns: sizeOf('LIVES') },
  );
  expect(looked.times).toBeGreaterThan(lives);
});
