import { DAY } from '~/platform/durations';
import { daily, dailyReturns, growthOf, lastDays, type NavPoint } from './nav';

/** Fewer days than this say nothing: ratios are hidden. */
export const LEAST_RATIO_DAYS = 30;
/** Nothing is annualised under a year. */
export const YEAR_DAYS = 365;
/** The default order of a list needs a record of this many days. */
const RANKED_DAYS = 90;
const LEAST_DRAWDOWN = 0.01;

/** Figures of a NAV, as fractions. Null where the record is too short. */
export type Performance = {
  days: number;
  /** The whole record: last NAV - 1. */
  total: number;
  /** The last NAV over the one 30, 91 or 365 days before, less one. */
  last: { month: number | null; quarter: number | null; year: number | null };
  /** By UTC month, `2026-03`: the month's last NAV over the one before it, or over the record's first. */
  months: readonly { month: string; gain: number }[];
  /** The mean of these, months that the record only touches included; null before the first day is over. */
  meanMonth: number | null;
  /** The most that NAV fell from a high, of that high. */
  maxDrawdown: number;
  /** The longest time from a high until it was reached again, or until now, days. */
  longestUnderWater: number;
  worstDay: number | null;
  /** Of any seven days in a row. */
  worstWeek: number | null;
  /** Mean daily return / its standard deviation; from a year on times the root of 365. */
  sharpe: number | null;
  /** The same over the root of the mean square of losing days. */
  sortino: number | null;
  annualised: boolean;
  /** Total over drawdown (at least 1%), for records of at least 90 days: the default order of lists. */
  returnOverDrawdown: number | null;
};

/** Figures of a NAV, from its daily values. */
export function performanceOf(points: readonly NavPoint[]): Performance {
  const days = daily(points);
  const first = days[0] ?? { at: 0, nav: 1 };
  const last = days.at(-1) ?? first;
  const length = Math.round((last.at - first.at) / DAY);
  const returns = dailyReturns(days);
  const maxDrawdown = drawdownOf(days);
  const total = last.nav / first.nav - 1;
  const months = monthsOf(days);
  const annualised = length >= YEAR_DAYS;
  const enough = length >= LEAST_RATIO_DAYS;
  const factor = annualised ? Math.sqrt(YEAR_DAYS) : 1;
  return {
    days: length,
    total,
    last: { month: over(days, 30), quarter: over(days, 91), year: over(days, YEAR_DAYS) },
    months,
    meanMonth: months.length > 0 ? meanOf(months.map(({ gain }) => gain)) : null,
    maxDrawdown,
    longestUnderWater: underWater(days),
    worstDay: returns.length > 0 ? Math.min(...returns) : null,
    worstWeek: worstOf(days, 7),
    sharpe: enough ? ratio(meanOf(returns), sampleDeviation(returns), factor) : null,
    sortino: enough
      ? ratio(meanOf(returns), Math.sqrt(meanOf(returns.map((one) => Math.min(one, 0) ** 2))), factor)
      : null,
    annualised,
    returnOverDrawdown: length >= RANKED_DAYS ? total / Math.max(maxDrawdown, LEAST_DRAWDOWN) : null,
  };
}

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export function sampleDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

const ratio = (over: number, under: number, factor: number): number | null =>
  under === 0 ? null : (over / under) * factor;

/** The last NAV over the one `length` days before it, less one; null when the record begins later. */
const over = (days: readonly NavPoint[], length: number): number | null => growthOf(lastDays(days, length) ?? []);

function monthsOf(days: readonly NavPoint[]): { month: string; gain: number }[] {
  const ends = new Map<string, number>();
  // The first point is the beginning, which no month made.
  for (const { at, nav } of days.slice(1)) ends.set(new Date(at).toISOString().slice(0, 7), nav);
  let before = days[0]?.nav ?? 1;
  return Array.from(ends, ([month, nav]) => {
    const gain = before > 0 ? nav / before - 1 : 0;
    before = nav;
    return { month, gain };
  });
}

/** The most that NAV fell from a high, as a fraction of that high. */
export function drawdownOf(days: readonly NavPoint[]): number {
  let high = 0;
  let most = 0;
  for (const { nav } of days) {
    high = Math.max(high, nav);
    if (high > 0) most = Math.max(most, 1 - nav / high);
  }
  return most;
}

/** Days from a high until it was reached again: the time of reaching it counts, since the account was below it until then. */
function underWater(days: readonly NavPoint[]): number {
  let high = days[0] ?? { at: 0, nav: 1 };
  let isBelow = false;
  let longest = 0;
  for (const point of days) {
    if (isBelow || point.nav < high.nav) longest = Math.max(longest, Math.round((point.at - high.at) / DAY));
    isBelow = point.nav < high.nav;
    if (!isBelow) high = point;
  }
  return longest;
}

function worstOf(days: readonly NavPoint[], length: number): number | null {
  const changes = days.slice(length).flatMap(({ nav }, index) => {
    const before = (days[index] as NavPoint).nav;
    return before > 0 ? [nav / before - 1] : [];
  });
  return changes.length > 0 ? Math.min(...changes) : null;
}
