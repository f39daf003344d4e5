import { countTo, NO_TOTALS, type StatementLine } from '~/ledger/statement.server';

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

/** What an amount came to at the end of each of the last days, oldest first, cents as numbers. */
export type Trends = { funded: number[]; totalDeposit: number[]; totalWithdraw: number[] };

const TREND_DAYS = 30;

/** The last thirty days of a user's balance, deposits and withdrawals, each up to the time of day that it is now. */
export function trendsOf(lines: Pick<StatementLine, 'at' | 'kind' | 'amount' | 'fundedAfter'>[], now: Date): Trends {
  const trends: Trends = { funded: [], totalDeposit: [], totalWithdraw: [] };
  const totals = { ...NO_TOTALS };
  let [funded, place] = [0n, 0];
  for (let daysAgo = TREND_DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const end = now.getTime() - daysAgo * DAY;
    for (let line = lines[place]; line && line.at.getTime() <= end; line = lines[place]) {
      funded = line.fundedAfter;
      countTo(totals, line.kind, line.amount);
      place += 1;
    }
    trends.funded.push(Number(funded));
    trends.totalDeposit.push(Number(totals.totalDeposit));
    trends.totalWithdraw.push(Number(totals.totalWithdraw));
  }
  return trends;
}

/** The last point of each span of so many milliseconds. */
function lastOfEach(points: BalancePoint[], span: number): BalancePoint[] {
  const spanOf = ({ at }: BalancePoint) => Math.floor(at.getTime() / span);
  return points.filter((point, at) => {
    const next = points[at + 1];
    return !next || spanOf(next) !== spanOf(point);
  });
}
