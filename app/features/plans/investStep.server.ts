import { notCovered } from '~/ledger/notCovered';
import type { Balances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { dayEnds } from './internal/schedule';
import type { PlanOnSale } from './queries.server';
import { promisedReturn, rangeProblem } from './rules';
import { investmentAmount } from './schema';

/** How far the purchase of a plan has come: its amount is asked for, or what the amount becomes is shown before it is bound. */
export type InvestStep =
  | { at: 'amount'; typed: string; problem?: string }
  | { at: 'review'; amount: bigint; total: bigint; maturesAt: Date };

/**
 * The step that the address of a purchase names.
 * @param balances of the buyer, cents
 * @returns amounts in cents; `total` is the whole return
 */
export function investStep(plan: PlanOnSale, query: URLSearchParams, balances: Balances): InvestStep {
  const typed = query.get('amount');
  if (typed === null) return { at: 'amount', typed: '' };
  const parsed = investmentAmount.safeParse(typed);
  if (!parsed.success) return { at: 'amount', typed, problem: parsed.error.issues[0]?.message };
  const amount = parsed.data;
  const problem =
    rangeProblem(plan, amount) ?? (amount > balances.available ? notCovered(amount, balances) : undefined);
  if (problem) return { at: 'amount', typed, problem };
  const total = promisedReturn({ ...plan, principal: amount });
  return { at: 'review', amount, total, maturesAt: dayEnds({ openedAt: now() }, plan.days) };
}
