import { copyResults } from '~/features/copy';
import { type ListedTrader, suggestedTraders } from '~/features/traders';
import { PRACTICE_MONEY } from '~/ledger/posting/practiceMoney.server';
import type { LifetimeTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';

/** What a new account has done of what comes first. */
export type FirstSteps = {
  /** Money to copy with, as a deposit or as practice money. */
  money: 'deposit' | 'practice' | null;
  /** Cents of practice money to be had, where it can be had. */
  offered: bigint | null;
  copied: boolean;
  /** Traders to begin with, the lowest risk first; none once one was copied. */
  suggested: ListedTrader[];
};

/** How many traders are suggested. */
const SUGGESTED = 3;

/** The first steps of a user, until a copied trade reached them or they put money into a plan: then null. */
export async function firstStepsOf(
  userId: string,
  { totals, course }: Pick<LifetimeTotals, 'totals' | 'course'>,
  copied: boolean,
): Promise<FirstSteps | null> {
  if (course.some(({ invested }) => invested > 0n)) return null;
  if (copied && (await copyResults(read(), { user: userId, limit: 1 })).length > 0) return null;
  const money = totals.totalDeposit > 0n ? 'deposit' : totals.practiceMoney > 0n ? 'practice' : null;
  return {
    money,
    offered: isPaper() && money === null ? PRACTICE_MONEY : null,
    copied,
    suggested: copied ? [] : await suggestedTraders(SUGGESTED),
  };
}
