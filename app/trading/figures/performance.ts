import { DAY } from '~/platform/durations';
import { dailyReturns, lastNavDays, lastNavOfDays, type NavPoint, totalReturn } from './nav';

export const MIN_RATIO_DAYS = 30;
/** Shortest record, in days, that is annualised. */
export const YEAR_DAYS = 365;
/** Shortest record, in days, that the default order of lists ranks. */
const RANKED_DAYS = 90;
const MIN_DRAWDOWN = 0.01;

/** Performance by NAV, as fractions; null if the record is too short. */
export type Performance = {
  days: number;
  /** Return of the whole record: last NAV - 1. */
  total: number;
  last: { month: number | null; quarter: number | null; year: number | null };
  /** Returns by UTC month, `2026-03`: the month's last NAV relative to the previous month's, or to the record's first. */
  months: readonly { month: string; gain: number }[];
  /** Mean of `months`, including partial months; null before the first day is over. */
  meanMonth: number | null;
  /** Largest fall of NAV below a previous high, relative to that high. */
  maxDrawdown: number;
  /** Longest time in days from a high until it was reached again, or until now. */
  longestUnderWater: number;
  worstDay: number | null;
  /** Lowest return of any seven days in a row. */
  worstWeek: number | null;
  /** Mean daily return / its standard deviation; for records of a year or more multiplied by the root of 365. */
  sharpe: number | null;
  /** Ratio like the one above, with the root of the mean square of losing days as divisor. */
  sortino: number | null;
  annualised: boolean;
  /** Total return / largest fall (at least 1%), for records of at least 90 days; the default order of lists. */
  returnOverDrawdown: number | null;
};

export function calculatePerformance(points: readonly NavPoint[]): Performance {
  const days = lastNavOfDays(points);
  const inputs = listFigureInputs(days) ?? EMPTY_RECORD_INPUTS;
  const { first, last, before, underWater } = inputs;
  const length = Math.round((last.at - first.at) / DAY);
  const maxDrawdown = calculateDrawdown(days);
  const total = last.nav / first.nav - 1;
  const months = monthsOf(days);
  const annualised = length >= YEAR_DAYS;
  const { mean, deviation, downside } = inputs.daily;
  const perDeviation = (under: number) =>
    length < MIN_RATIO_DAYS || under === 0 ? null : (mean / under) * (annualised ? Math.sqrt(YEAR_DAYS) : 1);
  return {
    days: length,
    total,
    last: {
      month: relativeChange(before.month, last),
      quarter: relativeChange(before.quarter, last),
      year: relativeChange(before.year, last),
    },
    months,
    meanMonth: months.length > 0 ? calculateMean(months.map(({ gain }) => gain)) : null,
    maxDrawdown,
    longestUnderWater: underWater ? Math.round((underWater.until - underWater.from) / DAY) : 0,
    worstDay: inputs.worstDay && relativeChange(inputs.worstDay.from, inputs.worstDay.to),
    worstWeek: inputs.worstWeek && relativeChange(inputs.worstWeek.from, inputs.worstWeek.to),
    sharpe: perDeviation(deviation),
    sortino: perDeviation(downside),
    annualised,
    returnOverDrawdown: length >= RANKED_DAYS ? total / Math.max(maxDrawdown, MIN_DRAWDOWN) : null,
  };
}

const relativeChange = (from: NavPoint | null, to: NavPoint): number | null => (from ? totalReturn([from, to]) : null);

export function calculateDrawdown(days: readonly NavPoint[]): number {
  const fall = calculateLargestFall(days);
  return fall ? 1 - fall.low.nav / fall.high.nav : 0;
}

export const calculateMean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export function sampleDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = calculateMean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

function monthsOf(days: readonly NavPoint[]): { month: string; gain: number }[] {
  const ends = new Map<string, number>();
  // Skips the first point, which is the start and belongs to no month.
  for (const { at, nav } of days.slice(1)) ends.set(new Date(at).toISOString().slice(0, 7), nav);
  let before = days[0]?.nav ?? 1;
  return Array.from(ends, ([month, nav]) => {
    const gain = before > 0 ? nav / before - 1 : 0;
    before = nav;
    return { month, gain };
  });
}

/** Inputs of a record's figures. Instants are milliseconds; net asset values start at 1. */
export type FigureInputs = {
  last: NavPoint;
  /** Last points that are at least 30, 91 and 365 days before the end; null for a shorter record. */
  before: { month: NavPoint | null; quarter: NavPoint | null; year: NavPoint | null };
  first: NavPoint;
  fall: { high: NavPoint; low: NavPoint } | null;
  /** Longest time below a high, until it was reached again or until the last point. */
  underWater: { from: number; until: number } | null;
  daily: { returns: number; mean: number; deviation: number; downside: number };
  worstDay: { from: NavPoint; to: NavPoint } | null;
  worstWeek: { from: NavPoint; to: NavPoint } | null;
};

export function listFigureInputs(days: readonly NavPoint[]): FigureInputs | null {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return null;
  const returns = dailyReturns(days);
  const daysBefore = (length: number): NavPoint | null => lastNavDays(days, length)?.[0] ?? null;
  return {
    first,
    last,
    before: { month: daysBefore(30), quarter: daysBefore(91), year: daysBefore(365) },
    fall: calculateLargestFall(days),
    underWater: underWaterIn(days),
    daily: {
      returns: returns.length,
      mean: calculateMean(returns),
      deviation: sampleDeviation(returns),
      downside: Math.sqrt(calculateMean(returns.map((one) => Math.min(one, 0) ** 2))),
    },
    worstDay: worstIn(days, 1),
    worstWeek: worstIn(days, 7),
  };
}

export function calculateLargestFall(days: readonly NavPoint[]): FigureInputs['fall'] {
  let high: NavPoint | undefined;
  let max = 0;
  let fall: FigureInputs['fall'] = null;
  for (const point of days) {
    if (!high || point.nav > high.nav) high = point;
    const part: number = high.nav > 0 ? 1 - point.nav / high.nav : 0;
    if (part <= max) continue;
    max = part;
    fall = { high, low: point };
  }
  return fall;
}

const EMPTY_RECORD_INPUTS: FigureInputs = {
  first: { at: 0, nav: 1 },
  last: { at: 0, nav: 1 },
  before: { month: null, quarter: null, year: null },
  fall: null,
  underWater: null,
  daily: { returns: 0, mean: 0, deviation: 0, downside: 0 },
  worstDay: null,
  worstWeek: null,
};

function underWaterIn(days: readonly NavPoint[]): FigureInputs['underWater'] {
  let high = days[0] as NavPoint;
  let isBelow = false;
  let longest: FigureInputs['underWater'] = null;
  for (const point of days) {
    const isLonger = !longest || point.at - high.at > longest.until - longest.from;
    if ((isBelow || point.nav < high.nav) && isLonger) longest = { from: high.at, until: point.at };
    isBelow = point.nav < high.nav;
    if (!isBelow) high = point;
  }
  return longest;
}

function worstIn(days: readonly NavPoint[], length: number): FigureInputs['worstDay'] {
  let worst: FigureInputs['worstDay'] = null;
  let min = Number.POSITIVE_INFINITY;
  days.slice(length).forEach((to, index) => {
    const from = days[index] as NavPoint;
    if (from.nav <= 0 || to.nav / from.nav >= min) return;
    min = to.nav / from.nav;
    worst = { from, to };
  });
  return worst;
}
