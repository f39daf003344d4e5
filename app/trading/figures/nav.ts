import { DAY } from '~/platform/durations';

/*
 * Net asset value (NAV) of one dollar since the start. At each valuation it is multiplied by (equity - flow) / equity
 * at the previous valuation.
 */

/** Worth of an account at the end of a day, or just after a flow. */
export type Valuation = {
  at: number;
  /** Equity after the flow, cents. */
  equity: bigint;
  /** Deposit (positive) or withdrawal (negative) at this time, cents. */
  flow: bigint;
};

export type NavPoint = { at: number; nav: number };

/** Returns the NAV at each valuation: 1 at the first, 0 after a total loss. */
export function computeNav(valuations: readonly Valuation[]): NavPoint[] {
  let nav = 1;
  return valuations.map(({ at, equity, flow }, index) => {
    const before = valuations[index - 1];
    if (before) nav = before.equity > 0n ? Math.max((nav * Number(equity - flow)) / Number(before.equity), 0) : 0;
    return { at, nav };
  });
}

export function lastNavOfDays(points: readonly NavPoint[]): NavPoint[] {
  const days = new Map<number, NavPoint>();
  for (const point of points) days.set(Math.floor(point.at / DAY), point);
  return [...days.values()];
}

/** Returns the points of the last `length` days; null for a shorter record. */
export function lastNavDays(days: readonly NavPoint[], length: number): readonly NavPoint[] | null {
  const last = days.at(-1);
  const start = last ? days.findLastIndex(({ at }) => Math.floor(at / DAY) <= Math.floor(last.at / DAY) - length) : -1;
  return start < 0 ? null : days.slice(start);
}

/** Returns the return from the first to the last point as a fraction; null without a positive first value. */
export function totalReturn(points: readonly NavPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && first.nav > 0 ? last.nav / first.nav - 1 : null;
}

export const dailyReturns = (days: readonly NavPoint[]): number[] =>
  days.slice(1).flatMap(({ nav }, index) => {
    const before = (days[index] as NavPoint).nav;
    return before > 0 ? [nav / before - 1] : [];
  });
