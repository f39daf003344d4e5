import type { StatementLine } from '~/ledger/statement.server';

/** A moment and everything owed to a user at it, cents as a number, for drawing. */
export type BalancePoint = { at: Date; value: number };

/** A chart is read at a glance, and its table by hand: more points than this help neither. */
const MOST_POINTS = 90;
const DAY = 86_400_000;

/**
 * A user's balance over time, from their statement up to now: a point for each moment that changed it, or, when those are
 * too many, the last of each day, of each two days, of each four, and so on.
 */
export function balancePoints(lines: Pick<StatementLine, 'at' | 'fundedAfter'>[], now: Date): BalancePoint[] {
  const all = lines.map(({ at, fundedAfter }) => ({ at, value: Number(fundedAfter) }));
  const last = all.at(-1);
  if (last && last.at < now) all.push({ at: now, value: last.value });
  let points = lastOfEach(all, 1);
  for (let span = DAY; points.length > MOST_POINTS; span *= 2) points = lastOfEach(all, span);
  return points;
}

/** The last point of each span of so many milliseconds. */
function lastOfEach(points: BalancePoint[], span: number): BalancePoint[] {
  const spanOf = ({ at }: BalancePoint) => Math.floor(at.getTime() / span);
  return points.filter((point, at) => {
    const next = points[at + 1];
    return !next || spanOf(next) !== spanOf(point);
  });
}

/** The UTC day that a moment is in: from its first to just before the next one's. */
export function utcDayOf(time: Date): { from: Date; to: Date } {
  const from = Math.floor(time.getTime() / DAY) * DAY;
  return { from: new Date(from), to: new Date(from + DAY) };
}
