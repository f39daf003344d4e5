import { toBps } from '~/platform/text/percent';
import { lastNavDays, type NavPoint } from '~/trading/figures/nav';
import { YEAR_DAYS } from '~/trading/figures/performance';

export const RECORD_RANGES = { '1m': 30, '3m': 91, '12m': YEAR_DAYS, all: null } as const;
export type RangeName = keyof typeof RECORD_RANGES;

export const findRecordRange = (requested: string | null): RangeName =>
  requested !== null && Object.hasOwn(RECORD_RANGES, requested) ? (requested as RangeName) : '12m';

export const selectPoints = (nav: readonly NavPoint[], range: RangeName): readonly NavPoint[] => {
  const length = RECORD_RANGES[range];
  return (length === null ? null : lastNavDays(nav, length)) ?? nav;
};

export function sampleIndexes(points: number, maxPoints: number, seen: number): number[] {
  const last = points - 1;
  if (points <= maxPoints) return Array.from({ length: points }, (_, place) => place);
  const spread = Array.from({ length: maxPoints }, (_, index) => Math.round((index * last) / (maxPoints - 1)));
  const inner = Math.round((seen * (maxPoints - 1)) / last);
  if (inner > 0 && inner < maxPoints - 1) spread[inner] = seen;
  return spread;
}

/** Returns values scaled so that the first is 100, rounded to hundredths. */
export function rebase(values: readonly number[]): number[] {
  const [first] = values;
  return first ? values.map((value) => (10_000 + toBps(value / first - 1)) / 100) : [];
}

/** Returns the distance of each value below the previous maximum, in basis points. */
export function computeFalls(values: readonly number[]): number[] {
  let high = 0;
  return values.map((value) => {
    high = Math.max(high, value);
    return high > 0 ? toBps(1 - value / high) : 0;
  });
}

/** Returns the last known value at each instant (milliseconds); null if none is known at the first. Both lists are oldest first. */
export function findValuesAt(known: readonly { at: number; value: number }[], at: readonly number[]): number[] | null {
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
