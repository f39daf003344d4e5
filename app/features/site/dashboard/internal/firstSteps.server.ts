import {
  type CopyResult,
  findSuggestedTraders,
  hasResults,
  type OwnedCopy,
  readUsualTradingHours,
  type SuggestedTrader,
} from '~/features/copying';
import { PRACTICE_MONEY_CENTS } from '~/ledger/posting/practiceMoney.server';
import type { LifetimeTotals } from '~/ledger/reading/userTotals.server';
import { isPaper } from '~/platform/env';

export type FirstSteps = {
  money: 'deposit' | 'practice' | null;
  offered: bigint | null;
  copied: { id: string; traderName: string; total: bigint; positions: OpenPosition[]; hours: string | null }[];
  suggested: SuggestedTrader[];
};

type OpenPosition = { symbol: string; side: string; result: bigint };

const MAX_SUGGESTED_TRADERS = 3;

/** Returns the first steps of a new user; null once they have received a copied trade or bought a plan. */
export async function loadFirstSteps(
  userId: string,
  { totals, history }: Pick<LifetimeTotals, 'totals' | 'history'>,
  { copies, results, available }: { copies: readonly OwnedCopy[]; results: readonly CopyResult[]; available: bigint },
): Promise<FirstSteps | null> {
  if (history.some(({ invested }) => invested > 0n)) return null;
  if (results.length > 0 || (await hasResults(userId))) return null;
  const money = totals.totalDeposit > 0n ? 'deposit' : totals.practiceMoney > 0n ? 'practice' : null;
  const offered = isPaper() && money === null ? PRACTICE_MONEY_CENTS : null;
  return {
    money,
    offered,
    copied: await Promise.all(
      copies.map(async ({ id, traderId, traderName, total, standing }) => ({
        id,
        traderName,
        total,
        positions: standing?.positions ?? [],
        hours: await readUsualTradingHours(traderId),
      })),
    ),
    suggested:
      copies.length > 0 ? [] : await findSuggestedTraders(MAX_SUGGESTED_TRADERS, money === null ? offered : available),
  };
}
