import { copiesOf, copyResults, copyRow } from '~/features/copy';
import { bonusesToClaim, rankAndNext, rankedBalance } from '~/features/ranking';
import { pendingDeposits } from '~/features/wallet';
import { worthOf } from '~/features/worth';
import { balancesAndTotalsOf } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { dayAround, UTC } from '~/platform/fields/zone';
import type { User } from '~/signIns/session.server';
import { balanceMarks, balancePoints, balanceTold, changeOver, chartChoice, RANGES } from './internal/balanceChart';
import { earnedToday } from './internal/earnedToday.server';
import { firstStepsOf } from './internal/firstSteps.server';
import { unreadNews } from './notifications.server';

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

/**
 * What a user's first page shows, in cents: amounts are the ledger's, and what is open is valued at the prices of now.
 * @param query says what the chart shows, and how far back
 */
export async function dashboardOf(user: User, query = new URLSearchParams()) {
  const time = now();
  const [lifetime, copies, results, news, bonuses] = await Promise.all([
    balancesAndTotalsOf(user.id),
    copiesOf(user.id),
    resultsOfDay(user, time),
    unreadNews(user.id),
    bonusesToClaim(user.id),
  ]);
  const { balances, totals, course } = lifetime;
  const worth = await worthOf(user.id, balances);
  const ranked = rankedBalance(balances, totals);
  const choice = chartChoice(query);
  return {
    firstName: user.firstName,
    worth,
    totals,
    profit: changeOver(course, time, { range: RANGES[3] }, worth.open),
    points: balancePoints(course, time, choice),
    told: balanceTold(course, time, choice),
    marks: balanceMarks(course, time, choice),
    choice: { range: choice.range.value, show: choice.show },
    change: changeOver(course, time, choice),
    today: await earnedToday(user.id, lifetime, { copies, time }),
    bonuses,
    rank: rankAndNext(ranked),
    ranked,
    copies: copies.filter(({ live }) => live).map(copyRow),
    results,
    news,
    isNew: course.length === 0,
    firstSteps: await firstStepsOf(user.id, lifetime, { copies, available: balances.available }),
    // Of no one who has deposited: their wallet shows it.
    pending: totals.totalDeposit === 0n ? await pendingDeposits(read(), user.id) : 0n,
  };
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
