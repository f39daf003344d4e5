import { copyResults, copyRow, holdingCopiesOf, type OwnedCopy, traderLine, worthOf } from '~/features/copying';
import { bonusesToClaim, pendingDeposits, rankAndNext, rankedBalance } from '~/features/money';
import { receivableOf } from '~/ledger/reading/refuseNotCovered.server';
import { balancesAndTotalsOf, type LifetimeTotals } from '~/ledger/reading/userTotals.server';
import { momentOf } from '~/mail/moments';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { dayAround, UTC } from '~/platform/fields/zone';
import type { User } from '~/signIns/session.server';
import {
  BALANCE_RANGES,
  balanceMarks,
  balancePoints,
  balanceSummary,
  changeOver,
  chartChoice,
  packedPoints,
} from './internal/balanceChart';
import { firstStepsOf } from './internal/firstSteps.server';
import { unreadNews } from './notifications.server';

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

/** Loads a user's first page, in cents: amounts are the ledger's, and open positions are valued at present prices. */
export async function dashboardOf(user: User, query = new URLSearchParams()) {
  const time = now();
  const [lifetime, copies, results, news, bonuses] = await Promise.all([
    balancesAndTotalsOf(user.id),
    holdingCopiesOf(user.id),
    resultsOfDay(user, time),
    unreadNews(user.id),
    bonusesToClaim(user.id),
  ]);
  const moment = newestMoment(news, time);
  const { balances, totals, course } = lifetime;
  const worth = await worthOf(user.id, balances);
  const ranked = rankedBalance(balances, totals);
  const choice = chartChoice(query);
  const points = balancePoints(course, time, choice, worth.open);
  return {
    firstName: user.firstName,
    worth,
    totals,
    profit: changeOver(course, time, { range: BALANCE_RANGES[3] }, worth.open),
    points: packedPoints(points),
    summary: balanceSummary(course, time, choice, worth.open),
    standIn: await standInFor(points, worth.open, copies),
    marks: balanceMarks(course, time, choice),
    choice: { range: choice.range.value, show: choice.show },
    today: earnedToday(lifetime.day, { copies, time }),
    bonuses,
    rank: rankAndNext(ranked),
    ranked,
    copies: copies.map(copyRow),
    results,
    moment,
    news: news.filter(({ id }) => id !== moment?.id),
    isNew: course.length === 0,
    firstSteps: await firstStepsOf(user.id, lifetime, { copies, results, available: balances.available }),
    // Credits pay debts first, so only an empty balance can have any.
    owed: balances.available === 0n ? await receivableOf(read(), user.id) : 0n,
    // Of no one who has deposited: their wallet shows it.
    pending: totals.totalDeposit === 0n ? await pendingDeposits(read(), user.id) : 0n,
  };
}

/** Time for which an unread moment is shown, milliseconds. */
const MOMENT_SHOWN_MS = 7 * DAY;

function newestMoment(news: Awaited<ReturnType<typeof unreadNews>>, time: Date) {
  for (const each of news) {
    const name = momentOf(each.href);
    if (name && each.at > after(time, -MOMENT_SHOWN_MS)) return { ...each, name };
  }
  return null;
}

/** Returns a replacement for a flat chart: the course of the trader copied last, if any; otherwise null. */
async function standInFor(points: readonly { value: number }[], open: bigint, [newest]: readonly OwnedCopy[]) {
  // Open positions are in the last point alone, and their small changes would fill the chart.
  const booked = points.map(({ value }, index) => (index === points.length - 1 ? value - Number(open) : value));
  if (booked.some((value) => value !== booked[0])) return null;
  return newest ? { name: newest.traderName, line: await traderLine(newest.traderId) } : { name: '', line: null };
}

const MAX_RESULTS = 100;

/** Lists a user's copy results of a day by their calendar; a profit that waits for the reserve is there, as waiting. */
async function resultsOfDay(user: User, time: Date) {
  const day = dayAround(user.timeZone ?? UTC, time);
  const results = await copyResults(read(), { user: user.id, ...day, limit: MAX_RESULTS });
  return results.filter(({ status }) => status !== 'skipped' && status !== 'voided');
}

/** Sums a user's earnings of the current UTC day in cents: running copies with open positions, the rest as booked. */
function earnedToday(
  { midnight, earnings }: LifetimeTotals['day'],
  { copies, time }: { copies: readonly Pick<OwnedCopy, 'id' | 'today'>[]; time: Date },
): bigint {
  const live = new Map(copies.map(({ id, today }) => [id, today]));
  let sum = [...live.values()].reduce((all, today) => all + today, 0n);
  if (midnight !== Math.floor(time.getTime() / DAY) * DAY) return sum;
  // What copies booked today is in their results already.
  for (const [of, booked] of earnings) if (!live.has(of)) sum += booked;
  return sum;
}
