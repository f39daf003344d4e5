import { copyResults, type OwnedCopy } from '~/features/copy';
import { type SuggestedTrader, suggestedTraders } from '~/features/traders';
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
  /** The copies that run, with what each holds open and what that would give now, cents. */
  copied: { id: string; traderName: string; total: bigint; positions: OpenPosition[] }[];
  /** Traders to begin with, the best return for its falls first; none while one is copied. */
  suggested: SuggestedTrader[];
  /** What a first copy is suggested with, cents: a quarter of practice money, so that results are seen. Of other money its owner says. */
  amount: bigint | undefined;
};

type OpenPosition = { symbol: string; side: string; result: bigint };

/** How many traders are suggested. */
const SUGGESTED = 3;

/**
 * The first steps of a user, until a copied trade reached them or they put money into a plan: then null.
 * @param copies all that they have or had
 * @param available what they can copy with, cents
 */
export async function firstStepsOf(
  userId: string,
  { totals, course }: Pick<LifetimeTotals, 'totals' | 'course'>,
  { copies, available }: { copies: readonly OwnedCopy[]; available: bigint },
): Promise<FirstSteps | null> {
  if (course.some(({ invested }) => invested > 0n)) return null;
  if (copies.length > 0 && (await copyResults(read(), { user: userId, limit: 1 })).length > 0) return null;
  const money = totals.totalDeposit > 0n ? 'deposit' : totals.practiceMoney > 0n ? 'practice' : null;
  const offered = isPaper() && money === null ? PRACTICE_MONEY : null;
  const live = copies.filter((each) => each.live);
  return {
    money,
    offered,
    copied: live.map(({ id, traderName, total, standing }) => ({
      id,
      traderName,
      total,
      positions: standing?.positions ?? [],
    })),
    suggested: live.length > 0 ? [] : await suggestedTraders(SUGGESTED, money === null ? offered : available),
    amount: money === 'practice' ? available / 4n : undefined,
  };
}
