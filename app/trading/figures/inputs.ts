import { dailyReturns, lastDays, type NavPoint } from './nav';
import { meanOf, sampleDeviation } from './performance';

/** What the figures of a record were computed from. Instants are milliseconds, net asset values 1 at the beginning. */
export type FigureInputs = {
  last: NavPoint;
  /** The last point that is 30, 91 and 365 days or more before the last one; null where the record begins later. */
  before: { month: NavPoint | null; quarter: NavPoint | null; year: NavPoint | null };
  first: NavPoint;
  /** The high and the low of the largest fall; null where nothing fell. */
  fall: { high: NavPoint; low: NavPoint } | null;
  /** The longest time under a high: from it until it was reached again, or until the last point. */
  underWater: { from: number; until: number } | null;
  /** The mean daily return, its standard deviation, and the root of the mean square of losing days, of so many returns. */
  daily: { returns: number; mean: number; deviation: number; downside: number };
  worstDay: { from: NavPoint; to: NavPoint } | null;
  worstWeek: { from: NavPoint; to: NavPoint } | null;
};

/** Returns the inputs of a record's figures, to be shown beside their formulas; null without a day. */
export function inputsOf(days: readonly NavPoint[]): FigureInputs | null {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return null;
  const returns = dailyReturns(days);
  const daysBefore = (length: number): NavPoint | null => lastDays(days, length)?.[0] ?? null;
  return {
    first,
    last,
    before: { month: daysBefore(30), quarter: daysBefore(91), year: daysBefore(365) },
    fall: fallIn(days),
    underWater: underWaterIn(days),
    daily: {
      returns: returns.length,
      mean: meanOf(returns),
      deviation: sampleDeviation(returns),
      downside: Math.sqrt(meanOf(returns.map((one) => Math.min(one, 0) ** 2))),
    },
    worstDay: worstIn(days, 1),
    worstWeek: worstIn(days, 7),
  };
}

/** Between which points NAV fell most from a high, as a part of that high; null where nothing fell. */
export function fallIn(days: readonly NavPoint[]): FigureInputs['fall'] {
  let high: NavPoint | undefined;
  let most = 0;
  let fall: FigureInputs['fall'] = null;
  for (const point of days) {
    if (!high || point.nav > high.nav) high = point;
    const part: number = high.nav > 0 ? 1 - point.nav / high.nav : 0;
    if (part <= most) continue;
    most = part;
    fall = { high, low: point };
  }
  return fall;
}

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

/** Where the worst change over so many points stands. */
function worstIn(days: readonly NavPoint[], length: number): FigureInputs['worstDay'] {
  let worst: FigureInputs['worstDay'] = null;
  let least = Number.POSITIVE_INFINITY;
  days.slice(length).forEach((to, index) => {
    const from = days[index] as NavPoint;
    if (from.nav <= 0 || to.nav / from.nav >= least) return;
    least = to.nav / from.nav;
    worst = { from, to };
  });
  return worst;
}
