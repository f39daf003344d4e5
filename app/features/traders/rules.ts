import { DAY } from '~/platform/clock';

/** One closed result of a trader's log: `amount` in cents, always positive. */
export type LogRow = { amount: bigint; type: 'profit' | 'loss'; at: Date };

/** A log added up: what every figure but the drawdown is computed from. Sums in cents. */
export type LogTotals = { winners: number; losers: number; won: bigint; lost: bigint; firstAt: Date | null };

export const EMPTY_LOG: LogTotals = { winners: 0, losers: 0, won: 0n, lost: 0n, firstAt: null };

/** A ratio that has no number while nothing was lost, and none at all while nothing was closed. */
export type Ratio = number | 'no losses yet' | null;

export type DeclaredFigures = {
  closed: number;
  /** Basis points; null before the first trade, as everywhere here. */
  winRateBps: number | null;
  monthlyReturnBps: number | null;
  profitFactor: Ratio;
  riskReward: Ratio;
  /** All results together, cents. */
  net: bigint;
};

/**
 * What a trader's results are measured against, cents: the capital on record, else the minimum to copy them. Never zero,
 * since neither may be.
 */
export const leaderCapital = ({
  capital,
  minimumCapital,
}: {
  capital: bigint | null;
  minimumCapital: bigint;
}): bigint => capital ?? minimumCapital;

const signed = ({ amount, type }: Pick<LogRow, 'amount' | 'type'>): bigint => (type === 'profit' ? amount : -amount);

/** Adds a log up; the database does the same for lists. */
export function totalsOf(rows: readonly LogRow[]): LogTotals {
  const totals = { ...EMPTY_LOG };
  for (const { amount, type, at } of rows) {
    if (type === 'profit') {
      totals.winners += 1;
      totals.won += amount;
    } else {
      totals.losers += 1;
      totals.lost += amount;
    }
    if (!totals.firstAt || at < totals.firstAt) totals.firstAt = at;
  }
  return totals;
}

/**
 * The figures of a trader, each from recorded trades alone:
 * - win rate = winners / closed;
 * - average monthly return = (profits - losses) / capital / calendar months (UTC), from the month of the first trade
 *   through the month of `until`, both counted whole: idle months count;
 * - profit factor = profits / losses;
 * - risk/reward = average profit / average loss.
 * @param capital cents, more than zero
 */
export function figuresOf(totals: LogTotals, capital: bigint, until: Date): DeclaredFigures {
  const { winners, losers, won, lost, firstAt } = totals;
  const closed = winners + losers;
  const net = won - lost;
  if (!firstAt) {
    return { closed, winRateBps: null, monthlyReturnBps: null, profitFactor: null, riskReward: null, net };
  }
  const months = BigInt(monthsThrough(firstAt, until));
  return {
    closed,
    winRateBps: Math.floor((winners * 10_000) / closed),
    monthlyReturnBps: Number((net * 10_000n) / (capital * months)),
    profitFactor: losers === 0 ? 'no losses yet' : ratio(won, lost),
    // (won / winners) / (lost / losers), as one division.
    riskReward: losers === 0 ? 'no losses yet' : ratio(won * BigInt(losers), lost * BigInt(winners || 1)),
    net,
  };
}

/** Two decimals, toward zero. */
const ratio = (over: bigint, under: bigint): number => Number((over * 100n) / under) / 100;

/** Calendar months from one instant's through another's, both counted; at least one. */
function monthsThrough(from: Date, until: Date): number {
  const years = until.getUTCFullYear() - from.getUTCFullYear();
  return Math.max(1, years * 12 + until.getUTCMonth() - from.getUTCMonth() + 1);
}

/**
 * The deepest fall of equity below its highest point so far, basis points of that point; equity is the capital plus all
 * results up to then. At most 10,000: what is gone can't be lost again.
 * @param rows oldest first
 */
export function maxDrawdownBps(rows: readonly LogRow[], capital: bigint): number {
  let equity = capital;
  let peak = capital;
  let deepest = 0n;
  for (const row of rows) {
    equity += signed(row);
    if (equity > peak) peak = equity;
    const fall = ((peak - equity) * 10_000n) / peak;
    if (fall > deepest) deepest = fall;
  }
  return Number(deepest > 10_000n ? 10_000n : deepest);
}

/**
 * Net asset value of one share over time: 100 the day before the first trade, then equity / capital x 100 after the last
 * trade of each day (UTC) that had one. The capital stays the one on record, so nothing paid in or out shows as a result.
 * @param rows oldest first
 */
export function navSeries(rows: readonly LogRow[], capital: bigint): { at: Date; value: number }[] {
  const [first] = rows;
  if (!first) return [];
  const points = [{ at: new Date(dayOf(first.at) * DAY - DAY), value: 100 }];
  let equity = capital;
  for (const [index, row] of rows.entries()) {
    equity += signed(row);
    const next = rows[index + 1];
    if (next && dayOf(next.at) === dayOf(row.at)) continue;
    points.push({ at: row.at, value: Number((equity * 10_000n) / capital) / 100 });
  }
  return points;
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY);

/** The middle of some amounts, cents; of an even number, halfway between the middle two, toward zero. */
export function middleOf(lower: bigint, upper: bigint): bigint {
  return (lower + upper) / 2n;
}
