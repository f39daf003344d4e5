import {
  calculateWorth,
  copyResults,
  findHoldingCopies,
  type OwnedCopy,
  readTraderLine,
  toCopyRow,
} from '~/features/copying';
import { calculateRankedBalance, findClaimableBonuses, rankAndNext, sumPendingDeposits } from '~/features/money';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { type LifetimeTotals, readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { findMoment } from '~/mail/moments';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { getDayRange, UTC } from '~/platform/fields/zone';
import type { User } from '~/signIns/session.server';
import {
  BALANCE_RANGES,
  computeBalancePoints,
  computeChange,
  listBalanceMarks,
  packPoints,
  parseChartChoice,
  summarizeBalance,
} from './internal/balanceChart';
import { loadFirstSteps } from './internal/firstSteps.server';
import { listUnreadNews } from './notifications.server';

export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

/** Loads a user's home page. Amounts are in cents from the ledger; open positions are valued at current prices. */
export async function loadDashboard(user: User, query = new URLSearchParams()) {
  const time = now();
  const [lifetime, copies, results, news, bonuses] = await Promise.all([
    readBalancesAndTotals(user.id),
    findHoldingCopies(user.id),
    listResultsOfDay(user, time),
    listUnreadNews(user.id),
    findClaimableBonuses(user.id),
  ]);
  const moment = findNewestMoment(news, time);
  const { balances, totals, history } = lifetime;
  const worth = await calculateWorth(user.id, balances);
  const ranked = calculateRankedBalance(balances, totals);
  const choice = parseChartChoice(query);
  const points = computeBalancePoints(history, time, choice, worth.open);
  return {
    firstName: user.firstName,
    worth,
    totals,
    profit: computeChange(history, time, { range: BALANCE_RANGES[3] }, worth.open),
    points: packPoints(points),
    summary: summarizeBalance(history, time, choice, worth.open),
    standIn: await findReplacementChart(points, worth.open, copies),
    marks: listBalanceMarks(history, time, choice),
    choice: { range: choice.range.value, show: choice.show },
    today: sumEarningsToday(lifetime.day, { copies, time }),
    bonuses,
    rank: rankAndNext(ranked),
    ranked,
    copies: copies.map(toCopyRow),
    results,
    moment,
    news: news.filter(({ id }) => id !== moment?.id),
    isNew: history.length === 0,
    firstSteps: await loadFirstSteps(user.id, lifetime, { copies, results, available: balances.available }),
    // Credits pay debts first, so only a user with nothing available can owe anything.
    owed: balances.available === 0n ? await readReceivable(read(), user.id) : 0n,
    // Only for users without an approved deposit; others see pending deposits in their wallet.
    pending: totals.totalDeposit === 0n ? await sumPendingDeposits(read(), user.id) : 0n,
  };
}

/** Time for which an unread important event is shown, milliseconds. */
const MOMENT_LIFETIME_MS = 7 * DAY;

function findNewestMoment(news: Awaited<ReturnType<typeof listUnreadNews>>, time: Date) {
  for (const each of news) {
    const name = findMoment(each.href);
    if (name && each.at > after(time, -MOMENT_LIFETIME_MS)) return { ...each, name };
  }
  return null;
}

/** Returns a replacement for a flat chart: the chart of the trader copied last, if any. Null if the chart is not flat. */
async function findReplacementChart(
  points: readonly { value: number }[],
  open: bigint,
  [newest]: readonly OwnedCopy[],
) {
  // Only the last point includes open positions, and their small changes would fill the chart.
  const booked = points.map(({ value }, index) => (index === points.length - 1 ? value - Number(open) : value));
  if (booked.some((value) => value !== booked[0])) return null;
  return newest ? { name: newest.traderName, line: await readTraderLine(newest.traderId) } : { name: '', line: null };
}

const MAX_RESULTS_OF_DAY = 100;

/** Lists a user's copy results of a day in their time zone, including profits that wait for the reserve. */
async function listResultsOfDay(user: User, time: Date) {
  const day = getDayRange(user.timeZone ?? UTC, time);
  const results = await copyResults(read(), { user: user.id, ...day, limit: MAX_RESULTS_OF_DAY });
  return results.filter(({ status }) => status !== 'skipped' && status !== 'voided');
}

/**
 * Sums a user's earnings of the current UTC day in cents. Running copies include open positions; other earnings are as
 * booked.
 */
function sumEarningsToday(
  { midnight, earnings }: LifetimeTotals['day'],
  { copies, time }: { copies: readonly Pick<OwnedCopy, 'id' | 'today'>[]; time: Date },
): bigint {
  const live = new Map(copies.map(({ id, today }) => [id, today]));
  let sum = [...live.values()].reduce((all, today) => all + today, 0n);
  if (midnight !== Math.floor(time.getTime() / DAY) * DAY) return sum;
  // Results of running copies already include what the copies booked today.
  for (const [of, booked] of earnings) if (!live.has(of)) sum += booked;
  return sum;
}
