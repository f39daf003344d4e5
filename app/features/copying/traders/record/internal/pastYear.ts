import type { StoredFigures } from '#drizzle/schema';
import { formatMonth, getMonth } from '~/ledger/months';
import { DAY } from '~/platform/clock';
import { toBps } from '~/platform/text/percent';
import { lastNavDays, totalReturn } from '~/trading/figures/nav';
import { calculateLargestFall, YEAR_DAYS } from '~/trading/figures/performance';

/** Growth of one dollar in a trader's last year, or since the record started, in basis points of that dollar. */
export type PastYear = {
  from: Date;
  days: number;
  totalBps: number;
  /** Month as text: `March 2026`. */
  best: { month: string; bps: number };
  worst: { month: string; bps: number };
  /** Largest fall, in basis points of that dollar (`bps`) and of the preceding high (`ofHighBps`). */
  fall: { bps: number; ofHighBps: number };
};

/** A past year with the yearly costs of trading, basis points of the equity; `costs` is null for a trader without positions. */
export type PastYearWithCosts = PastYear & { costs: { spreadBps: number; holdingBps: number } | null };

/** Returns the growth of one dollar over the last 365 days; null for a record under 30 days. */
export function computePastYear(nav: StoredFigures['nav']): PastYear | null {
  const days = lastNavDays(nav, YEAR_DAYS) ?? nav;
  const [first, last] = [days[0], days.at(-1)];
  const total = totalReturn(days);
  if (!first || !last || total === null || Math.round((last.at - first.at) / DAY) < 30) return null;
  const months = new Map<string, number>();
  for (const { at, nav: value } of days.slice(1)) months.set(getMonth(new Date(at)), value / first.nav);
  let before = 1;
  const parts = Array.from(months, ([month, end]) => {
    const bps = toBps(end - before);
    before = end;
    return { month: formatMonth(month), bps };
  });
  const start = { month: '', bps: 0 };
  const fall = calculateLargestFall(days);
  return {
    from: new Date(first.at),
    days: Math.round((last.at - first.at) / DAY),
    totalBps: toBps(total),
    best: parts.reduce((a, b) => (b.bps > a.bps ? b : a), parts[0] ?? start),
    worst: parts.reduce((a, b) => (b.bps < a.bps ? b : a), parts[0] ?? start),
    fall: {
      bps: fall ? toBps((fall.high.nav - fall.low.nav) / first.nav) : 0,
      ofHighBps: fall ? toBps(1 - fall.low.nav / fall.high.nav) : 0,
    },
  };
}
