import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { copy, mirror, trade, trader, tradingOrder } from '#drizzle/schema';
import { prepared, type Reader, read } from '~/platform/db/index.server';
import { clampPageNumber } from '~/platform/db/paging';
import { COPY_RESULTS_ON_A_PAGE } from '~/platform/pageSizes';
import { contractOf } from '~/trading/contracts';
import { COUNTED_RESULT_STATES } from './states';

export type CopyResult = {
  id: string;
  copyId: string;
  pair: string;
  /** Cents, always positive; `type` gives the sign. */
  amount: bigint;
  type: 'profit' | 'loss';
  at: Date;
  status: (typeof mirror.$inferSelect)['status'];
  reason: string | null;
  trader: { id: string; firstName: string; lastName: string };
  /** The trader's own result, cents, for a manual result; null for an order. */
  leaderAmount: bigint | null;
};

type ResultsQuery = { user: string; from?: Date; to?: Date; limit: number };

const user = sql.placeholder('user');
const from = sql.placeholder('from');
const to = sql.placeholder('to');
const limit = sql.placeholder('limit');
const selectManualResults = (handle: Reader, which: SQL | undefined) =>
  handle
    .select({
      id: mirror.id,
      copyId: mirror.copyId,
      pair: mirror.pair,
      amount: mirror.amount,
      type: mirror.type,
      at: mirror.at,
      status: mirror.status,
      reason: mirror.reason,
      trader: { id: trade.traderId, firstName: trader.firstName, lastName: trader.lastName },
      leaderAmount: trade.amount,
    })
    .from(mirror)
    .innerJoin(trade, eq(trade.id, mirror.tradeId))
    .innerJoin(trader, eq(trader.id, trade.traderId))
    .where(and(eq(mirror.userId, user), which));

/** Orders of a copy with a result. Uses literals because the partial index `trading_order_result` does. */
const isClosingOrder = and(
  eq(tradingOrder.accountId, copy.id),
  sql`${tradingOrder.result} <> 0 and ${tradingOrder.kind} <> 'holding'`,
);

/** Selects IDs of the newest closed trades from the index alone, so that only these are joined. */
const selectNewestClosed = (handle: Reader) =>
  handle
    .select({ id: tradingOrder.id })
    .from(copy)
    .innerJoin(tradingOrder, isClosingOrder)
    .where(and(eq(copy.userId, user), gte(tradingOrder.at, from), lt(tradingOrder.at, to)))
    .orderBy(desc(tradingOrder.at), desc(tradingOrder.id))
    .limit(limit);

const selectClosed = (handle: Reader) =>
  handle
    .select({
      id: tradingOrder.id,
      copyId: copy.id,
      pair: sql<string>`${tradingOrder.instrument}`,
      amount: sql<bigint>`abs(${tradingOrder.result})`,
      type: sql<CopyResult['type']>`case when ${tradingOrder.result} < 0 then 'loss' else 'profit' end`,
      at: tradingOrder.at,
      status: sql<CopyResult['status']>`'posted'`,
      reason: sql<string | null>`null`,
      trader: { id: copy.traderId, firstName: trader.firstName, lastName: trader.lastName },
      leaderAmount: sql<bigint>`cast(null as bigint)`,
    })
    .from(tradingOrder)
    .innerJoin(copy, eq(copy.id, tradingOrder.accountId))
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(inArray(tradingOrder.id, selectNewestClosed(handle)));

const isCountedManual = inArray(mirror.status, COUNTED_RESULT_STATES);
const isWithinPeriod = and(gte(mirror.at, from), lt(mirror.at, to));
const selectEvery = (handle: Reader) => selectManualResults(handle, isWithinPeriod).unionAll(selectClosed(handle));
const selectCounted = (handle: Reader) =>
  selectManualResults(handle, and(isWithinPeriod, isCountedManual)).unionAll(selectClosed(handle));
/** Order of results by time and then ID, given as positions of the selected columns. */
const newestFirst = sql.raw('6 desc, 1 desc');

const everyResult = prepared('copy.results', (handle) => selectEvery(handle).orderBy(newestFirst).limit(limit));
const countedResult = prepared('copy.counted-results', (handle) =>
  selectCounted(handle).orderBy(newestFirst).limit(limit),
);

export const manualResultsOf: (
  handle: Reader,
  query: { user: string; copy: string; limit: number },
) => Promise<CopyResult[]> = prepared('copy.typed-results-of-copy', (handle) =>
  selectManualResults(handle, eq(mirror.copyId, sql.placeholder('copy')))
    .orderBy(newestFirst)
    .limit(limit),
);

const UNBOUNDED_PERIOD = { from: 0, to: 8.64e15 };

/**
 * Returns closed trades and manual results of copies, newest first. `isCounted` omits manual results that are not in
 * the copies.
 */
export async function copyResults(
  handle: Reader,
  { from: since, to: until, ...query }: ResultsQuery,
  isCounted = false,
): Promise<CopyResult[]> {
  const range = { from: since?.getTime() ?? UNBOUNDED_PERIOD.from, to: until?.getTime() ?? UNBOUNDED_PERIOD.to };
  const rows = await (isCounted ? countedResult : everyResult)(handle, { ...query, ...range });
  // The query returns the ID of the instrument as the pair of a closed order.
  return rows.map((row) => ({ ...row, pair: contractOf(row.pair)?.symbol ?? row.pair }));
}

/**
 * Prepares a count without the joins of the lists of results; with these joins the count would take ten times as
 * long.
 */
const prepareCount = (name: string, which?: SQL) =>
  prepared(name, (handle) => {
    const manualCount = handle
      .select({ n: count() })
      .from(mirror)
      .where(and(eq(mirror.userId, user), which));
    const closedCount = handle
      .select({ n: count() })
      .from(copy)
      .innerJoin(tradingOrder, isClosingOrder)
      .where(eq(copy.userId, user));
    return handle
      .select({ n: sql<number>`(${manualCount}) + (${closedCount})`.mapWith(Number) })
      .from(sql`(select 1) as one`);
  });

export const countManualResults = prepareCount('copy.count-results', isCountedManual);
const everyResultCount = prepareCount('copy.count-every-result');

export const hasResults = async (userId: string): Promise<boolean> =>
  (await copyResults(read(), { user: userId, limit: 1 })).length > 0;

export async function loadCopyResultsPage(userId: string, page: number) {
  const handle = read();
  const [all] = await everyResultCount(handle, { user: userId });
  const { limit, offset, ...paged } = clampPageNumber(all?.n ?? 0, page, COPY_RESULTS_ON_A_PAGE);
  const results = await copyResults(handle, { user: userId, limit: offset + limit });
  return { results: results.slice(offset), ...paged };
}
