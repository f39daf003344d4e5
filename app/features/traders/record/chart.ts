import { after, DAY } from '~/platform/clock';

type Point = { at: Date; value: number };

/** How far back a profile's line goes, by the name that its address has. */
export const RANGES = { '1m': 30, '3m': 91, '12m': 365, all: null } as const;
export type RangeName = keyof typeof RANGES;

/** The range that a query asks for; a year where it asks for none that there is. */
export const rangeOf = (asked: string | null): RangeName =>
  asked !== null && Object.hasOwn(RANGES, asked) ? (asked as RangeName) : '12m';

/** When a range begins that ends at a time; the beginning of all for a whole record. */
export function startOf(range: RangeName, until: Date): Date {
  const days = RANGES[range];
  return days === null ? new Date(0) : after(until, -days * DAY);
}

/** The points from an instant on, and the last one before it, so that its beginning has a value. */
export function pointsFrom<P extends Point>(points: readonly P[], from: Date): P[] {
  const start = points.findLastIndex(({ at }) => at <= from);
  return points.slice(Math.max(start, 0));
}

/** At most so many of the points, evenly spread, with the first and the last. */
export function thinned<P>(points: readonly P[], most: number): P[] {
  if (points.length <= most) return [...points];
  const last = points.length - 1;
  return Array.from({ length: most }, (_, index) => points[Math.round((index * last) / (most - 1))] as P);
}

/** Values as parts of the first one, which becomes 100; hundredths. */
export function rebased(values: readonly number[]): number[] {
  const [first] = values;
  return first ? values.map((value) => Math.round((value / first) * 10_000) / 100) : [];
}

/** How far each value is below the highest one so far, as a fraction with four digits. */
export function fallsOf(values: readonly number[]): number[] {
  let high = 0;
  return values.map((value) => {
    high = Math.max(high, value);
    return high > 0 ? Math.round((1 - value / high) * 10_000) / 10_000 : 0;
  });
}

/**
 * The last known value at each of some instants, milliseconds; null unless the first of them has one.
 * @param known and `at`: oldest first
 */
export function valuesAt(known: readonly { at: number; value: number }[], at: readonly number[]): number[] | null {
  const found: number[] = [];
  let next = 0;
  for (const instant of at) {
    while (next < known.length && (known[next] as { at: number }).at <= instant + 1_000) next += 1;
    const last = known[next - 1];
    if (!last) return null;
    found.push(last.value);
  }
  return found.length > 0 ? found : null;
}
