import type { BalanceSpan } from '~/ledger/balanceHistory';
import { DAY } from '~/platform/clock';

/** A moment and everything owed to a user at it, cents as a number, for drawing. */
export type BalancePoint = { at: Date; value: number };

/** A chart is read at a glance, and its table by hand: more points than this help neither. */
const MOST_POINTS = 90;

/**
 * A user's balance over time, up to now: a point for each moment that changed it, or, when those are too many, the last of
 * each day, of each two days, of each four, and so on.
 */
export function balancePoints(course: readonly BalanceSpan[], now: Date): BalancePoint[] {
  let owed = 0n;
  const all = course.map(({ at, funded }) => {
    owed += funded;
    return { at: new Date(at), value: Number(owed) };
  });
  const last = all.at(-1);
  if (last && last.at < now) all.push({ at: now, value: last.value });
  let points = all;
  for (let span = DAY; points.length > MOST_POINTS; span *= 2) points = lastOfEach(all, span);
  return points;
}

/** What an amount came to at the end of each of the last days, oldest first, cents as numbers. */
export type Trends = { funded: number[]; totalDeposit: number[]; totalWithdraw: number[] };

const TREND_DAYS = 30;

/** The last thirty days of a user's balance, deposits and withdrawals, each as its UTC day left it, today up to now. */
export function trendsOf(course: readonly BalanceSpan[], now: Date): Trends {
  const trends: Trends = { funded: [], totalDeposit: [], totalWithdraw: [] };
  const sums = { funded: 0n, totalDeposit: 0n, totalWithdraw: 0n };
  const tomorrow = (Math.floor(now.getTime() / DAY) + 1) * DAY;
  let place = 0;
  for (let daysAgo = TREND_DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const end = tomorrow - daysAgo * DAY;
    for (let next = course[place]; next && next.at < end; next = course[place]) {
      for (const name of NAMES) sums[name] += next[name];
      place += 1;
    }
    for (const name of NAMES) trends[name].push(Number(sums[name]));
  }
  return trends;
}

const NAMES = ['funded', 'totalDeposit', 'totalWithdraw'] as const;

/** The last point of each span of so many milliseconds. */
function lastOfEach(points: BalancePoint[], span: number): BalancePoint[] {
  const spanOf = ({ at }: BalancePoint) => Math.floor(at.getTime() / span);
  return points.filter((point, at) => {
    const next = points[at + 1];
    return !next || spanOf(next) !== spanOf(point);
  });
}
