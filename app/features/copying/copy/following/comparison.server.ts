import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { copiedOrder, type copy as copyTable, leaderShare, mirror } from '#drizzle/schema';
import { toSignedResult } from '~/ledger/money';
import { DAY, SECOND } from '~/platform/clock';
import { type Reader, read } from '~/platform/db/index.server';
import { clampPageNumber } from '~/platform/db/paging';
import { COMPARED_TRADES_ON_A_PAGE, ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { midsAt } from '~/trading/accounts/advance';
import { requireContract } from '~/trading/contracts';
import { type ComparedTrade, type CopiedRow, compareTrades, isOpenTrade, scaledAt } from '~/trading/copying/compare';
import { type Difference, sumOfDifferences } from '~/trading/copying/difference';
import { readLog } from '~/trading/orders/orders.server';
import { getSizeUnit, priceText, sizeText } from '~/trading/text';
import { evenIndexes } from '~/ui/charts/geometry/scale';
import { loadCopiesAndValuations, type OwnedCopy } from '../queries.server';
import { manualResultsOf } from '../results.server';
import { COUNTED_RESULT_STATES, FUNDED_COPY_STATES } from '../states';
import { type CopyValuation, computeValuation } from './internal/copyAccount.server';
import { computeResultsAt } from './internal/copyDays.server';

type Copy = typeof copyTable.$inferSelect;

/**
 * Compares each trade of a copy with its leader's trade up to `until`, and computes the values of both at `moments`
 * (milliseconds).
 */
export async function compareCopy(
  handle: Reader,
  { id, traderId, stoppedAt }: Copy,
  standing: CopyValuation,
  { moments = [], until: end = Number.POSITIVE_INFINITY }: { moments?: readonly number[]; until?: number } = {},
) {
  const copied = await handle
    .select()
    .from(copiedOrder)
    .where(eq(copiedOrder.copyId, id))
    .orderBy(asc(copiedOrder.leaderOrder), asc(copiedOrder.id));
  const first = copied[0]?.leaderOrder;
  const leaderRows = first === undefined ? [] : await readLog(handle, traderId, first - 1);
  const copyRows = (await readLog(handle, id)).filter((row) => row.at <= end);
  const { prices, at, until } = standing;
  const ended = stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const compared = compareTrades({
    copied: copied.map((row): CopiedRow => ({ ...row, at: row.at.getTime() })).filter((row) => row.at <= end),
    leaderRows: leaderRows.filter((row) => row.at <= end),
    copyRows,
    until: Math.min(until, end),
    at,
    endedAt: ended <= end && stoppedAt ? ended : null,
    priceAt: (instrument, instant) => midsAt(prices, instant)(instrument),
    moments,
  });
  return { compared, copyRows };
}

export type ExplainedCopy = {
  trades: Difference;
  /** Results that management entered for its leader. */
  manualCents: bigint;
  /** Leader's share of the profits, cents, never negative. */
  share: bigint;
  /** Losses that exceeded the copy's money, cents. The market reserve bore them. */
  forgiven: bigint;
  /** Profits of a stopped copy that wait for the market reserve, cents. They are not in its result yet. */
  waiting: bigint;
  result: bigint;
};

async function findManualResults(handle: Reader, id: string): Promise<{ at: Date; cents: bigint }[]> {
  const rows = await handle
    .select({ at: mirror.at, type: mirror.type, amount: mirror.amount })
    .from(mirror)
    .where(and(eq(mirror.copyId, id), inArray(mirror.status, COUNTED_RESULT_STATES)));
  return sumCounted(rows);
}

const sumCounted = (results: readonly (Parameters<typeof toSignedResult>[0] & { at: Date })[]) =>
  results.map(({ at, type, amount }) => ({ at, cents: toSignedResult({ type, amount }) }));

const sumOf = (results: readonly { cents: bigint }[]): bigint => results.reduce((sum, { cents }) => sum + cents, 0n);

async function explainComparison(
  handle: Reader,
  { id, status }: Pick<Copy, 'id' | 'status'>,
  standing: CopyValuation,
  { compared, manualCents }: { compared: readonly ComparedTrade[]; manualCents: bigint },
): Promise<ExplainedCopy> {
  const [shared] = await handle
    .select({ sum: sql`cast(coalesce(sum(${leaderShare.amount}), 0) as text)`.mapWith(BigInt) })
    .from(leaderShare)
    .where(eq(leaderShare.copyId, id));
  const { balance, forgiven } = standing.account;
  const parts = {
    trades: sumOfDifferences(compared.map(({ difference }) => difference)),
    manualCents,
    share: shared?.sum ?? 0n,
    forgiven,
    waiting: FUNDED_COPY_STATES.includes(status) ? 0n : balance.waiting,
  };
  const result = parts.trades.result + parts.manualCents - parts.share + forgiven - parts.waiting;
  return { ...parts, result };
}

/** Results of a copy, and of its leader's trades scaled to the copy, at a list of instants in order; cents. */
export type ResultCourse = {
  at: Date[];
  own: bigint[];
  leader: bigint[];
  marks: { at: Date; kind: 'in' | 'out' | 'entry' }[];
};

const MAX_COURSE_DAYS = 90;

const MAX_COURSE_MARKS = 40;

/** Returns the last seconds of a copy's complete UTC days in milliseconds; an evenly spaced selection if there are many days. */
function listDayEnds(startedAt: Date, end: number): number[] {
  const ends: number[] = [];
  for (let next = Math.floor(startedAt.getTime() / DAY) * DAY + DAY; next <= end; next += DAY) ends.push(next - SECOND);
  return evenIndexes(ends.length, MAX_COURSE_DAYS).map((index) => ends[index] as number);
}

/**
 * Returns a user's copy with its compared trades, newest first, its total result and its course; null if the user has
 * no such copy.
 */
export async function loadCopyWithTrades(
  userId: string,
  copyId: string,
  page: number,
  size = COMPARED_TRADES_ON_A_PAGE,
) {
  const { copies, standings, flows, starts } = await loadCopiesAndValuations(userId);
  const copy = copies.find(({ id }) => id === copyId);
  if (!copy) return null;
  const standing = standings.get(copyId) ?? (await computeValuation(read(), copy));
  const end = copy.stoppedAt?.getTime() ?? standing?.at ?? 0;
  const moments = listDayEnds(copy.startedAt, end);
  const made = standing && (await compareCopy(read(), copy, standing, { moments }));
  const compared = made?.compared ?? [];
  const entered = await manualResultsOf(read(), { user: userId, copy: copyId, limit: ROWS_ON_A_PAGE });
  // If the rows do not fill a page, they are all manual results of the copy, so no further query is needed.
  const results = !made
    ? []
    : entered.length < ROWS_ON_A_PAGE
      ? sumCounted(entered.filter(({ status }) => COUNTED_RESULT_STATES.includes(status)))
      : await findManualResults(read(), copyId);
  const manualCents = sumOf(results);
  const whole =
    standing && compared.length > 0 ? await explainComparison(read(), copy, standing, { compared, manualCents }) : null;
  let course: ResultCourse | null = null;
  if (made && whole) {
    const own = computeResultsAt({ log: made.copyRows, prices: standing.prices }, moments, {
      start: starts.get(copyId) ?? 0n,
      flows: flows.filter((flow) => flow.copyId === copyId),
    });
    const leader = moments.map(
      (moment) => scaledAt(compared, moment) + sumOf(results.filter(({ at }) => at.getTime() <= moment)),
    );
    course = {
      at: [copy.startedAt, ...moments.map((moment) => new Date(moment)), new Date(end)],
      own: [0n, ...own, whole.result],
      leader: [0n, ...leader, whole.trades.scaled + manualCents],
      marks: [
        ...flows.flatMap((flow) =>
          flow.copyId === copyId && flow.movedAt
            ? [{ at: flow.movedAt, kind: flow.kind === 'top-up' ? ('in' as const) : ('out' as const) }]
            : [],
        ),
        ...compared
          .slice(-MAX_COURSE_MARKS)
          .map(({ openedAt }) => ({ at: new Date(openedAt), kind: 'entry' as const })),
      ],
    };
  }
  const open = compared.filter(isOpenTrade).length;
  compared.sort((one, other) => getShownTime(other) - getShownTime(one) || other.opening - one.opening);
  const { limit, offset, ...paged } = clampPageNumber(compared.length, page, size);
  return {
    copy: withTradeResults(copy, compared),
    whole,
    course,
    entered,
    closed: compared.length - open,
    open,
    trades: compared.slice(offset, offset + limit).map((trade) => {
      const { id, opening, leader, copy: own, openedAt, closedAt, endedAt, scaledThen: _, ...rest } = trade;
      const contract = requireContract(id);
      const price = (value: bigint | null) => (value === null ? null : priceText(value, contract));
      const side = ({ size, entry, exit, result }: typeof leader) => ({
        size: `${sizeText(size)} ${getSizeUnit(contract)}`,
        entry: price(entry),
        exit: price(exit),
        result,
      });
      return {
        ...rest,
        key: `${id} ${opening}`,
        symbol: contract.symbol,
        isOpen: isOpenTrade(trade),
        openedAt: new Date(openedAt),
        closedAt: closedAt === null ? null : new Date(closedAt),
        endedAt: endedAt === null ? null : new Date(endedAt),
        leader: side(leader),
        own: side(own),
      };
    }),
    ...paged,
  };
}

/** Returns the time that a list of trades shows, and by which it is ordered. */
const getShownTime = ({ openedAt, closedAt, endedAt }: ComparedTrade): number => closedAt ?? endedAt ?? openedAt;

/**
 * Gives each open position the result of its whole trade, with partial closings and the cost of holding, as the list of trades shows it.
 * The closed result of the copy is reduced by as much.
 */
function withTradeResults(copy: OwnedCopy, compared: readonly ComparedTrade[]): OwnedCopy {
  const { standing } = copy;
  if (!standing) return copy;
  let { result } = copy;
  const positions = standing.positions.map((position) => {
    const held = compared
      .filter(({ id, copy: own }) => requireContract(id).symbol === position.symbol && own.size !== 0n)
      .reduce<ComparedTrade | null>((last, trade) => (last && last.opening > trade.opening ? last : trade), null);
    if (!held) return position;
    result += position.result - held.copy.result;
    return { ...position, result: held.copy.result };
  });
  return { ...copy, result, standing: { ...standing, positions } };
}

export type ComparedCopy = NonNullable<Awaited<ReturnType<typeof loadCopyWithTrades>>>;
