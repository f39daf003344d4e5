import { calculateShareBps } from '~/platform/text/percent';

/** Closed result in a trader's log: `amount` in cents, always positive. */
export type LogRow = { amount: bigint; type: 'profit' | 'loss'; at: Date };

/** Totals of a record: closed trades including manual results, and open trades. Cents, never negative. */
export type TradeTotals = {
  winners: number;
  losers: number;
  won: bigint;
  lost: bigint;
  /** Null in figures that earlier versions stored, until they are recomputed. */
  openWinners: number | null;
  openLosers: number | null;
  openWon: bigint | null;
  openLost: bigint | null;
  meanMonthBps: number | null;
};

/** Ratio of gross profit to gross loss; a text before the first loss, null before the first trade. */
export type ProfitRatio = number | 'no losses yet' | null;

export type ComputedFigures = {
  closed: number;
  /** Number of positions open at the end of the record, and their total unrealised result in cents. */
  open: number;
  openResult: bigint;
  /** Basis points; null before the first closed trade. */
  winRateBps: number | null;
  /** Basis points; null before the first day of record is over. */
  monthlyReturnBps: number | null;
  profitFactor: ProfitRatio;
  riskReward: ProfitRatio;
};

/** Returns the capital that manual results are measured against, cents: the capital on record, else the minimum to copy. */
export const getLeaderCapital = ({
  capital,
  minimumCapital,
}: {
  capital: bigint | null;
  minimumCapital: bigint;
}): bigint => capital ?? minimumCapital;

/**
 * Computes the trade figures of a trader. Open trades are included as if closed at the end of the last complete day.
 */
export function computeTradeFigures(totals: TradeTotals | null): ComputedFigures {
  const { winners = 0, losers = 0, meanMonthBps = null } = totals ?? {};
  const [openWinners, openLosers] = [totals?.openWinners ?? 0, totals?.openLosers ?? 0];
  const [openWon, openLost] = [totals?.openWon ?? 0n, totals?.openLost ?? 0n];
  const closed = winners + losers;
  const open = openWinners + openLosers;
  const [won, lost] = [(totals?.won ?? 0n) + openWon, (totals?.lost ?? 0n) + openLost];
  const [allWinners, allLosers] = [BigInt(winners + openWinners), BigInt(losers + openLosers)];
  const overLosses = (over: bigint, under: bigint): ProfitRatio =>
    closed + open === 0 ? null : lost === 0n ? 'no losses yet' : computeRatio(over, under);
  return {
    closed,
    open,
    openResult: openWon - openLost,
    winRateBps: closed > 0 ? calculateShareBps(winners, closed) : null,
    monthlyReturnBps: meanMonthBps,
    profitFactor: overLosses(won, lost),
    // (won / winners) / (lost / losers), as one division. It is zero without winning trades.
    riskReward: overLosses(won * allLosers, lost * (allWinners || 1n)),
  };
}

/** Returns the average number of trades in 30 days, manual results included; null before a day is over. */
export const computeTradesPerMonth = (
  { closed, open }: Pick<ComputedFigures, 'closed' | 'open'>,
  days = 0,
): number | null => (days > 0 ? ((closed + open) * 30) / days : null);

/** Returns the ratio of two non-negative amounts, rounded to two decimals. */
const computeRatio = (over: bigint, under: bigint): number => calculateShareBps(over, under * 100n) / 100;

/**
 * Returns the mean of the middle two amounts (cents), rounded toward zero; for an odd number of amounts both are the
 * same.
 */
export function computeMedian(lower: bigint, upper: bigint): bigint {
  return (lower + upper) / 2n;
}
