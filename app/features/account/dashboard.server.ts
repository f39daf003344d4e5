import { and, desc, eq, gte, inArray, isNull, lt } from 'drizzle-orm';
import { mirror, notification } from '#drizzle/schema';
import { balancesOf, statementOf, totalsOf } from '~/ledger/statement.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { User } from '~/platform/session.server';
import { standing } from '../ranking';
import { balancePoints, utcDayOf } from './rules';

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

/** What a user's first page shows: every amount is read from the ledger, in cents. */
export async function dashboardOf(user: User) {
  const time = now();
  const [balances, totals, lines, trades, news] = await Promise.all([
    balancesOf(read(), user.id),
    totalsOf(read(), user.id),
    statementOf(read(), user.id),
    tradesOfDay(user.id, time),
    unreadNews(user.id),
  ]);
  const points = balancePoints(lines, time);
  return { firstName: user.firstName, balances, totals, points, rank: standing(balances.funded), trades, news };
}

/** What a user's copies did on the UTC day of a time, newest first; a profit that waits for the reserve is there, as waiting. */
const tradesOfDay = (userId: string, time: Date) => {
  const { from, to } = utcDayOf(time);
  const { id, pair, amount, type, status, at } = mirror;
  return read()
    .select({ id, pair, amount, type, status, at })
    .from(mirror)
    .where(and(eq(mirror.userId, userId), gte(at, from), lt(at, to), inArray(status, ['posted', 'waiting'])))
    .orderBy(desc(at), desc(id))
    .limit(200);
};

/** The newest few things a user was told and has not read. */
const unreadNews = (userId: string) => {
  const { id, text, href, at } = notification;
  return read()
    .select({ id, text, href, at })
    .from(notification)
    .where(and(eq(notification.userId, userId), isNull(notification.readAt)))
    .orderBy(desc(at), desc(id))
    .limit(5);
};
