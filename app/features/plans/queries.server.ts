import { asc, desc, eq } from 'drizzle-orm';
import { investment, plan } from '#drizzle/schema';
import { reserve } from '~/ledger/chart';
import { shareOf } from '~/ledger/money';
import { balance } from '~/ledger/statement.server';
import { read } from '~/platform/db/index.server';
import { earnedAfter, mostCovered, promisedReturn } from './rules';

/**
 * A plan of the catalogue and how much of it, in whole dollars as cents, the reserve can carry now; null: not even its
 * minimum.
 */
export type PlanOnSale = typeof plan.$inferSelect & { most: bigint | null };

/** The plans that are on, in the catalogue's order. */
export async function plansOnSale(): Promise<PlanOnSale[]> {
  const free = await balance(read(), reserve.free.code);
  const plans = await read().select().from(plan).where(eq(plan.enabled, true)).orderBy(asc(plan.position));
  return plans.map((offer) => {
    const most = mostCovered(offer, free);
    return { ...offer, most: most < offer.minimum ? null : most };
  });
}

/** A user's investments, newest first, with what each earns a day, has earned, and promises in all, cents. */
export async function investmentsOf(userId: string) {
  const rows = await read()
    .select()
    .from(investment)
    .where(eq(investment.userId, userId))
    .orderBy(desc(investment.openedAt), desc(investment.id))
    .limit(200);
  return rows.map((row) => ({
    ...row,
    profit: shareOf(row.principal, row.dailyBps),
    earned: earnedAfter(row, row.daysAccrued),
    promised: promisedReturn(row),
  }));
}
