import { bpsOfWhole } from '~/platform/text/percent';

/** Closed result in a trader's log: `amount` in cents, always positive. */
export type LogRow = { amount: bigint; type: 'profit' | 'loss'; at: Date };

/** Sums of a record's closed trades, with manual results, and of its open ones; cents, none negative. */
export type TradeTotals = {
  winners: number;
  losers: number;
  won: bigint;
  lost: bigint;
  /** Null in figures stored by earlier versions, until they are computed again. */
  openWinners: number | null;
  openLosers: number | null;
  openWon: bigint | null;
  openLost: bigint | null;
  meanMonthBps: number | null;
};

/** Gross profit over gross loss; a text before the first loss, null before the first trade. */
export type ProfitRatio = number | 'no losses yet' | null;

export type ComputedFigures = {
  closed: number;
  /** Number of positions that were open then, and their total unrealised result; cents. */
  open: number;
  openResult: bigint;
  /** Basis points; null before the first closed trade. */
  winRateBps: number | null;
  /** Basis points; null before the first day of record is over. */
  monthlyReturnBps: number | null;
  profitFactor: ProfitRatio;
  riskReward: ProfitRatio;
};

/** Returns what manual results are measured against, cents: the capital on record, else the minimum to copy. */
export const leaderCapital = ({
  capital,
  minimumCapital,
}: {
  capital: bigint | null;
  minimumCapital: bigint;
}): bigint => capital ?? minimumCapital;

/** Returns the figures of a trader's trades, with open losses as if closed at the end of the last whole day. */
export function tradeFiguresOf(totals: TradeTotals | null): ComputedFigures {
  const { winners = 0, losers = 0, meanMonthBps = null } = totals ?? {};
  const [openWinners, openLosers] = [totals?.openWinners ?? 0, totals?.openLosers ?? 0];
  const [openWon, openLost] = [totals?.openWon ?? 0n, totals?.openLost ?? 0n];
  const closed = winners + losers;
  const open = openWinners + openLosers;
  const [won, lost] = [(totals?.won ?? 0n) + openWon, (totals?.lost ?? 0n) + openLost];
  const [allWinners, allLosers] = [BigInt(winners + openWinners), BigInt(losers + openLosers)];
  const overLosses = (over: bigint, under: bigint): ProfitRatio =>
    closed + open === 0 ? null : lost === 0n ? 'no losses yet' : ratio(over, under);
  return {
    closed,
    open,
    openResult: openWon - openLost,
    winRateBps: closed > 0 ? bpsOfWhole(winners, closed) : null,
    monthlyReturnBps: meanMonthBps,
    profitFactor: overLosses(won, lost),
    // (won / winners) / (lost / losers), as one division; without winners nothing was won.
    riskReward: overLosses(won * allLosers, lost * (allWinners || 1n)),
  };
}

/** Returns the trades of a record in 30 days on average, manual results included; null before a day is over. */
export const tradesPerMonth = ({ closed, open }: Pick<ComputedFigures, 'closed' | 'open'>, days = 0): number | null =>
  days > 0 ? ((closed + open) * 30) / days : null;

/** Returns the ratio of two non-negative amounts, rounded to two decimals. */
const ratio = (over: bigint, under: bigint): number => bpsOfWhole(over, under * 100n) / 100;

/** Returns the median from the middle two amounts (cents), rounded toward zero; both are the same for an odd count. */
export function medianOf(lower: bigint, upper: bigint): bigint {
  return (lower + upper) / 2n;
}
