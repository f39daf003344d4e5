import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { mirror } from '#drizzle/schema';
import { rankAndNext } from '~/features/ranking';
import { balancesAndTotalsOf } from '~/ledger/userTotals.server';
import { now } from '~/platform/clock';
import { prepared, read } from '~/platform/db/index.server';
import type { User } from '~/platform/signIns/session.server';
import { dayAround, UTC } from '~/platform/zone';
import { unreadNews } from './notifications.server';
import { balancePoints, trendsOf } from './rules';

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

/** What a user's first page shows: every amount is read from the ledger, in cents. */
export async function dashboardOf(user: User) {
  const time = now();
  const [{ balances, totals, course }, trades, news] = await Promise.all([
    balancesAndTotalsOf(user.id),
    tradesOfDay(user, time),
    unreadNews(user.id),
  ]);
  const points = balancePoints(course, time);
  const trends = trendsOf(course, time);
  const { firstName } = user;
  return { firstName, balances, totals, points, trends, rank: rankAndNext(balances.funded), trades, news };
}

/**
 * What a user's copies did on the day, by their calendar, of a time, newest first; a profit that waits for the reserve
 * is there, as waiting.
 */
const tradesOfDay = (user: User, time: Date) => {
  const { from, to } = dayAround(user.timeZone ?? UTC, time);
  return tradesBetween(read(), { user: user.id, from: from.getTime(), to: to.getTime() });
};

const { id, pair, amount, type, status, at } = mirror;

const tradesBetween = prepared('dashboard.trades', (handle) =>
  handle
    .select({ id, pair, amount, type, status, at })
    .from(mirror)
    .where(
      and(
        eq(mirror.userId, sql.placeholder('user')),
        gte(at, sql.placeholder('from')),
        lt(at, sql.placeholder('to')),
        inArray(status, ['posted', 'waiting', 'voiding', 'kept']),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(200),
);
