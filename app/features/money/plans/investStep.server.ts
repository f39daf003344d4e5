import { formatShortUsd } from '~/ledger/money';
import { notCoveredMessage } from '~/ledger/notCovered';
import type { Balances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { getDayEnd } from './internal/schedule';
import type { PlanOnSale } from './queries.server';
import { computePromisedReturn, findRangeProblem } from './rules';
import { investmentAmount } from './schema';

/** Step of buying a plan: entering the amount, or confirming the preview of what it becomes. */
export type InvestStep =
  | { at: 'amount'; input: string; problem?: string; maturesAt: Date }
  | { at: 'review'; amount: bigint; total: bigint; maturesAt: Date };

export function loadInvestStep(plan: PlanOnSale, query: URLSearchParams, balances: Balances): InvestStep {
  const maturesAt = getDayEnd({ openedAt: now() }, plan.days);
  const input = query.get('amount');
  if (input === null) return { at: 'amount', input: '', maturesAt };
  const parsed = investmentAmount.safeParse(input);
  if (!parsed.success) return { at: 'amount', input, problem: parsed.error.issues[0]?.message, maturesAt };
  const amount = parsed.data;
  const outside = findRangeProblem(plan, amount);
  const bound =
    amount < plan.minimum ? `at least ${formatShortUsd(plan.minimum)}` : `at most ${formatShortUsd(plan.maximum)}`;
  const problem = outside
    ? `${outside}. Enter ${bound}.`
    : amount > balances.available
      ? notCoveredMessage(amount, balances)
      : undefined;
  if (problem) return { at: 'amount', input, problem, maturesAt };
  const total = computePromisedReturn({ ...plan, principal: amount });
  return { at: 'review', amount, total, maturesAt };
}
