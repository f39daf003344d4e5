import { and, asc, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { copy, mirror, trade, trader, user } from '#drizzle/schema';
import { formatPlainUsd } from '~/ledger/money';
import { read, readShared } from '~/platform/db/index.server';
import {
  clampPageNumber,
  EXPORT_BATCH_ROWS,
  type RowRange,
  readCursorPage,
  yieldAllRows,
  yieldTextRows,
} from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';

export const loadManualResultsPage = (traderId: string, page: number, size?: number) =>
  readShared(`typed results ${traderId} ${page} ${size}`, () => readManualResults(traderId, page, size));

async function readManualResults(traderId: string, page: number, size?: number) {
  const [counted] = await read().select({ trades: count() }).from(trade).where(eq(trade.traderId, traderId));
  const { limit, offset, ...paged } = clampPageNumber(counted?.trades ?? 0, page, size);
  const trades = await read()
    .select()
    .from(trade)
    .where(eq(trade.traderId, traderId))
    .orderBy(desc(trade.at), desc(trade.id))
    .limit(limit)
    .offset(offset);
  return { trades, ...paged };
}

const selectResults = (where: SQL | undefined) =>
  read()
    .select({
      id: trade.id,
      trade,
      trader: { id: trader.id, firstName: trader.firstName, lastName: trader.lastName },
    })
    .from(trade)
    .innerJoin(trader, eq(trader.id, trade.traderId))
    .where(where);

export const loadLatestTrades = (query: URLSearchParams, size?: number) => readCursorPage(query, readEnteredFrom, size);

async function readEnteredFrom(range: RowRange) {
  const { beyond, order } = createNewestFirstRange(trade.id, range);
  return await selectResults(beyond).orderBy(order).limit(range.limit);
}

export const TRADE_LOG_COLUMNS = {
  id: ({ trade: row }: LatestTrade) => row.id,
  trader: ({ trader: of }: LatestTrade) => `${of.firstName} ${of.lastName}`,
  trader_id: ({ trader: of }: LatestTrade) => of.id,
  pair: ({ trade: row }: LatestTrade) => row.pair,
  type: ({ trade: row }: LatestTrade) => row.type,
  amount_usd: ({ trade: row }: LatestTrade) => formatPlainUsd(row.amount),
  capital_usd: ({ trade: row }: LatestTrade) => formatPlainUsd(row.capital),
  source: ({ trade: row }: LatestTrade) => (row.source === 'operator' ? 'entered' : 'imported'),
  at: ({ trade: row }: LatestTrade) => row.at.toISOString(),
  recorded_at: ({ trade: row }: LatestTrade) => row.recordedAt.toISOString(),
  voided_at: ({ trade: row }: LatestTrade) => row.voidedAt?.toISOString() ?? '',
  void_reason: ({ trade: row }: LatestTrade) => row.voidReason ?? '',
};

export const streamTradeRows = () =>
  yieldTextRows(
    TRADE_LOG_COLUMNS,
    yieldAllRows((from) => readEnteredFrom({ from, backwards: false, limit: EXPORT_BATCH_ROWS })),
  );

export async function loadEnteredTrade(id: string): Promise<LatestTrade | null> {
  const [found] = await selectResults(and(eq(trade.id, id), eq(trade.source, 'operator'), isNull(trade.voidedAt)));
  return found ?? null;
}

export type LatestTrade = Awaited<ReturnType<typeof loadLatestTrades>>['rows'][number];

/** Returns the traders whose log accepts results, including retired ones while copies of them are stopping. */
export const listLoggableTraders = () =>
  read()
    .select({ id: trader.id, firstName: trader.firstName, lastName: trader.lastName })
    .from(trader)
    .where(
      or(
        inArray(trader.status, ['open', 'paused']),
        exists(
          read()
            .select({ one: sql`1` })
            .from(copy)
            .where(and(eq(copy.traderId, trader.id), eq(copy.status, 'stopping'))),
        ),
      ),
    )
    .orderBy(asc(trader.lastName), asc(trader.firstName));

export async function sumRetainedAfterVoids() {
  const isRetained = eq(mirror.status, 'kept');
  const rows = await read()
    .select({
      mirror: {
        id: mirror.id,
        pair: mirror.pair,
        type: mirror.type,
        amount: mirror.amount,
        reason: mirror.reason,
        at: mirror.at,
      },
      trader: { firstName: trader.firstName, lastName: trader.lastName },
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    })
    .from(mirror)
    .innerJoin(trade, eq(trade.id, mirror.tradeId))
    .innerJoin(trader, eq(trader.id, trade.traderId))
    .innerJoin(user, eq(user.id, mirror.userId))
    .where(isRetained)
    .orderBy(desc(mirror.id))
    .limit(ROWS_ON_A_PAGE);
  const [all] = await read().select({ n: count() }).from(mirror).where(isRetained);
  return { rows, total: all?.n ?? 0 };
}

export async function sumWaitingProfits(): Promise<{ copies: number; sum: bigint }> {
  const [row] = await read()
    .select({
      copies: count(),
      sum: sql<bigint>`cast(coalesce(sum(${mirror.amount}), 0) as text)`.mapWith(BigInt),
    })
    .from(mirror)
    .where(eq(mirror.status, 'waiting'));
  return row ?? { copies: 0, sum: 0n };
}
