import { and, count, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { copy, mirror, trade, trader, tradingOrder } from '#drizzle/schema';
import { prepared, type Reader, read } from '~/platform/db/index.server';
import { numberedPage } from '~/platform/db/paging';
import { COPY_RESULTS_ON_A_PAGE } from '~/platform/pageSizes';
import { contractOf } from '~/trading/contracts';
import { resultsNewestFirst } from './rules';
import { COUNTED } from './states';

export type CopyResult = {
  id: string;
  copyId: string;
  pair: string;
  /** Cents, always positive; `type` says which way. */
  amount: bigint;
  type: 'profit' | 'loss';
  at: Date;
  status: (typeof mirror.$inferSelect)['status'];
  reason: string | null;
  trader: { id: string; firstName: string; lastName: string };
  /** The trader's own result, cents, where it was typed in; null for an order. */
  leaderAmount: bigint | null;
};

type ResultsQuery = { user: string; from?: Date; to?: Date; limit: number };

const user = sql.placeholder('user');
const from = sql.placeholder('from');
const to = sql.placeholder('to');
const limit = sql.placeholder('limit');
const traderName = { id: trader.id, firstName: trader.firstName, lastName: trader.lastName };

const typedWhere = (name: string, which: SQL | undefined) =>
  prepared(name, (handle) =>
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
        trader: traderName,
        leaderAmount: trade.amount,
      })
      .from(mirror)
      .innerJoin(trade, eq(trade.id, mirror.tradeId))
      .innerJoin(trader, eq(trader.id, trade.traderId))
      .where(and(eq(mirror.userId, user), which))
      .orderBy(desc(mirror.at), desc(mirror.id))
      .limit(limit),
  );

const within = and(gte(mirror.at, from), lt(mirror.at, to));
const everyTyped = typedWhere('copy.typed-results', within);
const countedTyped = typedWhere('copy.counted-typed-results', and(within, inArray(mirror.status, COUNTED)));
const typedOfCopy = typedWhere('copy.typed-results-of-copy', eq(mirror.copyId, sql.placeholder('copy')));

export const typedResultsOf = (handle: Reader, asked: { user: string; copy: string; limit: number }) =>
  typedOfCopy(handle, asked);

const closing = and(eq(tradingOrder.accountId, copy.id), ne(tradingOrder.result, 0n), ne(tradingOrder.kind, 'holding'));

const closings = prepared('copy.closings', (handle) =>
  handle
    .select({
      id: tradingOrder.id,
      copyId: copy.id,
      instrument: tradingOrder.instrument,
      result: tradingOrder.result,
      at: tradingOrder.at,
      trader: traderName,
    })
    .from(copy)
    .innerJoin(tradingOrder, closing)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(and(eq(copy.userId, user), gte(tradingOrder.at, from), lt(tradingOrder.at, to)))
    .orderBy(desc(tradingOrder.at), desc(tradingOrder.id))
    .limit(limit),
);

const ALWAYS = { from: new Date(0), to: new Date(8.64e15) };

/** Returns what copies closed and what was typed in for them, newest first; `counted` leaves out what is not in the copies. */
export async function copyResults(handle: Reader, asked: ResultsQuery, counted = false): Promise<CopyResult[]> {
  const wanted = {
    ...asked,
    from: (asked.from ?? ALWAYS.from).getTime(),
    to: (asked.to ?? ALWAYS.to).getTime(),
  };
  const [typed, closed] = await Promise.all([
    (counted ? countedTyped : everyTyped)(handle, wanted),
    closings(handle, wanted),
  ]);
  const ofOrders = closed.map(
    ({ id, copyId, instrument, result, at, trader: leader }): CopyResult => ({
      id,
      copyId,
      at,
      trader: leader,
      pair: contractOf(instrument ?? '')?.symbol ?? '',
      amount: result < 0n ? -result : result,
      type: result < 0n ? 'loss' : 'profit',
      status: 'posted',
      reason: null,
      leaderAmount: null,
    }),
  );
  return resultsNewestFirst([...typed, ...ofOrders]).slice(0, asked.limit);
}

const countAll = (name: string, counted: boolean) =>
  prepared(name, (handle) => {
    const typed = handle
      .select({ n: count() })
      .from(mirror)
      .where(and(eq(mirror.userId, user), counted ? inArray(mirror.status, COUNTED) : undefined));
    const closed = handle
      .select({ n: count() })
      .from(copy)
      .innerJoin(tradingOrder, closing)
      .where(eq(copy.userId, user));
    return handle.select({ n: sql<number>`(${typed}) + (${closed})`.mapWith(Number) }).from(sql`(select 1) as one`);
  });

export const countedResults = countAll('copy.count-results', true);
const everyResult = countAll('copy.count-every-result', false);

const anyResult = prepared('copy.any-result', (handle) => {
  const typed = handle.select({ one: sql`1` }).from(mirror).where(eq(mirror.userId, user));
  const closed = handle
    .select({ one: sql`1` })
    .from(copy)
    .innerJoin(tradingOrder, closing)
    .where(eq(copy.userId, user));
  return handle
    .select({ is: sql<boolean>`exists ${typed} or exists ${closed}`.mapWith(Boolean) })
    .from(sql`(select 1) as one`);
});

export const hasResults = async (userId: string): Promise<boolean> =>
  (await anyResult(read(), { user: userId }))[0]?.is ?? false;

export async function copyResultsPage(userId: string, page: number) {
  const handle = read();
  const [counted] = await everyResult(handle, { user: userId });
  const { limit, offset, ...paged } = numberedPage(counted?.n ?? 0, page, COPY_RESULTS_ON_A_PAGE);
  const results = await copyResults(handle, { user: userId, limit: offset + limit });
  return { results: results.slice(offset), ...paged };
}
