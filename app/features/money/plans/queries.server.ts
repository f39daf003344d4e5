import { and, asc, eq } from 'drizzle-orm';
import { investment, plan } from '#drizzle/schema';
import { calculateShare, smaller } from '~/ledger/money';
import { read, readShared } from '~/platform/db/index.server';
import { type PageFilter, readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { verified } from '~/platform/db/verified.server';
import { loadCommitment } from './internal/commitment.server';
import { computeEarnedAfter, computeMaxCoveredAmount, computePromisedReturn } from './rules';

export type PlanOnSale = typeof plan.$inferSelect & {
  /** Largest investment, in cents but whole dollars; null if it is below the plan's minimum. */
  maxAmount: bigint | null;
  /** Cause of that limit: the balance of the reserve, or the share that one user's plans may commit. */
  limit: 'reserve' | 'share';
};

export async function listPlansOnSale(userId: string): Promise<PlanOnSale[]> {
  const { free, left } = await loadCommitment(read(), userId);
  const plans = await readShared('plans on sale', () =>
    verified(read(), plan, eq(plan.enabled, true), asc(plan.position)),
  );
  return plans.map((offer) => {
    const maxAmount = computeMaxCoveredAmount(offer, smaller(free, left));
    return {
      ...offer,
      maxAmount: maxAmount < offer.minimum ? null : maxAmount,
      limit: left < free ? 'share' : 'reserve',
    };
  });
}

/** Returns a user's running plans, the one that matures first at the start. */
export const findRunningPlans = (userId: string) =>
  read()
    .select({ name: investment.planName, principal: investment.principal, maturesAt: investment.maturesAt })
    .from(investment)
    .where(and(eq(investment.userId, userId), eq(investment.status, 'running')))
    .orderBy(asc(investment.maturesAt));

export const loadInvestmentsPage = (userId: string, query: URLSearchParams, { only, size }: PageFilter = {}) =>
  readCursorPage(
    query,
    async (range) => {
      const { beyond, order } = createNewestFirstRange(investment.id, range);
      const rows = await read()
        .select()
        .from(investment)
        .where(and(eq(investment.userId, userId), only, beyond))
        .orderBy(order)
        .limit(range.limit);
      return rows.map((row) => ({
        ...row,
        profit: calculateShare(row.principal, row.dailyBps),
        earned: computeEarnedAfter(row, row.daysAccrued),
        promised: computePromisedReturn(row),
      }));
    },
    size,
  );
