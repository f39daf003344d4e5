import { copiesOf, copyResults } from '~/features/copy';
import { rankAndNext } from '~/features/ranking';
import { balancesAndTotalsOf } from '~/ledger/userTotals.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { User } from '~/platform/signIns/session.server';
import { dayAround, UTC } from '~/platform/zone';
import { unreadNews } from './notifications.server';
import { balancePoints, trendsOf } from './rules';

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

/** What a user's first page shows: every amount is read from the ledger, in cents. */
export async function dashboardOf(user: User) {
  const time = now();
  const [{ balances, totals, course }, copies, results, news] = await Promise.all([
    balancesAndTotalsOf(user.id),
    copiesOf(user.id),
    resultsOfDay(user, time),
    unreadNews(user.id),
  ]);
  const points = balancePoints(course, time);
  const trends = trendsOf(course, time);
  const { firstName } = user;
  const rank = rankAndNext(balances.funded);
  const held = copies.filter(({ live }) => live);
  return { firstName, balances, totals, points, trends, rank, copies: held, results, news };
}

/** As many of a day's results are shown. */
const MOST_RESULTS = 100;

/**
 * What a user's copies did on the day, by their calendar, of a time, newest first; a profit that waits for the reserve
 * is there, as waiting.
 */
async function resultsOfDay(user: User, time: Date) {
  const day = dayAround(user.timeZone ?? UTC, time);
  const results = await copyResults(read(), { user: user.id, ...day, limit: MOST_RESULTS });
  return results.filter(({ status }) => status !== 'skipped' && status !== 'voided');
}
