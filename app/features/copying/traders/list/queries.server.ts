import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  like,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import { copy, trade, trader, traderFigures } from '#drizzle/schema';
import { formatPlainUsd } from '~/ledger/money';
import { prepared, type Reader, read, readShared } from '~/platform/db/index.server';
import { clampPageNumber, EXPORT_BATCH_ROWS, yieldTextRows } from '~/platform/db/paging';
import { foldText, splitFoldedWords } from '~/platform/text/fold';
import { type ComputedFigures, computeTradeFigures } from '../rules';
import type { SortOrder } from './filter';
import { pictureOfTrader } from './picture.server';

export type Trader = typeof trader.$inferSelect;

export type RecordFigures = Omit<typeof traderFigures.$inferSelect, 'version' | 'details'>;

export type ListedTrader = Trader & {
  figures: ComputedFigures;
  followers: number;
  picture: string | null;
  manualResults: number;
  /** Figures of the daily record; null until the job has computed them. */
  record: RecordFigures | null;
};

export type TraderFilter = {
  search: string;
  market?: string;
  risk?: number;
  source?: string;
  days?: number;
  /** Upper bound of a trader's minimum, in whole dollars. */
  minimum?: number;
  order?: SortOrder;
  among?: readonly string[];
  /** True to omit traders that visitors can't see: copied investors who agreed to be shown to investors only. */
  forVisitors?: boolean;
};

/** Returns a page of traders: open ones first, then those without manual results. Declared figures do not affect the order. */
export const listTraders = (filter: TraderFilter & { page: number; size?: number }) =>
  filter.among ? findTraders(filter) : readShared(`traders ${JSON.stringify(filter)}`, () => findTraders(filter));

async function findTraders(query: TraderFilter & { page: number; size?: number }) {
  const { page: askedPage, size, order = 'rank', ...filter } = query;
  const which = await buildCondition(filter);
  const [counted] = await (which ? prepareCount(read()).where(which) : countOfAll(read()));
  const total = counted?.traders ?? 0;
  const { limit, offset, ...paged } = clampPageNumber(total, askedPage, size);
  const ids = await (which || order !== 'rank'
    ? selectInOrder(read(), which, order).limit(limit).offset(offset)
    : pageOfAll(read(), { limit, offset }));
  return { traders: await addFigures(ids), total, ...paged };
}

export const TRADER_COLUMNS = {
  id: (trader: ListedTrader) => trader.id,
  first_name: (trader: ListedTrader) => trader.firstName,
  last_name: (trader: ListedTrader) => trader.lastName,
  nationality: (trader: ListedTrader) => trader.nationality,
  source: (trader: ListedTrader) => trader.source,
  status: (trader: ListedTrader) => trader.status,
  minimum_usd: (trader: ListedTrader) => formatPlainUsd(trader.minimumCapital),
  capital_usd: ({ capital }: ListedTrader) => (capital === null ? '' : formatPlainUsd(capital)),
  trades: ({ figures }: ListedTrader) => String(figures.closed),
  win_rate_percent: ({ figures: { winRateBps } }: ListedTrader) =>
    winRateBps === null ? '' : String(winRateBps / 100),
  copiers: (trader: ListedTrader) => String(trader.followers),
};

/** Streams the traders that match `search` of the URL as rows of a file, best ranked first. */
export const streamTraderRows = (query: URLSearchParams) => yieldTextRows(TRADER_COLUMNS, findAllTraders(query));

async function* findAllTraders(query: URLSearchParams): AsyncGenerator<ListedTrader> {
  const search = (query.get('search') ?? '').slice(0, 100);
  // Skips repeated traders: if a trader is added between two pages, others move to the next page and are read again.
  const seen = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await listTraders({ search, page, size: EXPORT_BATCH_ROWS });
    pages = list.pages;
    for (const trader of list.traders) {
      if (!seen.has(trader.id)) yield trader;
      seen.add(trader.id);
    }
  }
}

const prepareCount = (handle: Reader) =>
  handle.select({ traders: count() }).from(trader).leftJoin(traderFigures, eq(traderFigures.id, trader.id));

const countOfAll = prepared('traders.count', prepareCount);

const followersColumn =
  sql<number>`(select count(distinct ${copy.userId}) from ${copy} where ${copy.traderId} = ${trader.id} and ${copy.status} <> 'stopped')`
    .mapWith(Number)
    .as('followers');

/** Columns of each sort order. Traders without the figure, such as those with short records, come last. */
const SORT_COLUMNS: Record<SortOrder, SQL[]> = {
  rank: [sql`${traderFigures.rank} is null`, desc(traderFigures.rank)],
  risk: [sql`${traderFigures.risk} is null`, asc(traderFigures.risk)],
  fall: [sql`${traderFigures.maxDrawdownBps} is null`, asc(traderFigures.maxDrawdownBps)],
  copies: [],
  minimum: [asc(trader.minimumCapital)],
};

/**
 * Expression that is 1 for a trader with manual results. Manual results omit open losses, so the trader is listed
 * after others.
 */
export const hasManualResults = sql<number>`case when ${trader.source} = 'log' or coalesce(${traderFigures.typed}, 0) > 0 then 1 else 0 end`;

/** Selects the IDs of a page of the list; sorting whole rows would take twice as long. */
const selectInOrder = (handle: Reader, which?: SQL, order: SortOrder = 'rank') =>
  handle
    .select({ id: trader.id, followers: followersColumn })
    .from(trader)
    .leftJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(which)
    .orderBy(
      sql`case ${trader.status} when 'open' then 0 when 'paused' then 1 else 2 end`,
      hasManualResults,
      ...SORT_COLUMNS[order],
      desc(followersColumn),
      sql`lower(${trader.firstName})`,
      sql`lower(${trader.lastName})`,
      asc(trader.id),
    );

const pageOfAll = prepared('traders.page', (handle) =>
  selectInOrder(handle).limit(sql.placeholder('limit')).offset(sql.placeholder('offset')),
);

async function buildCondition(filter: Omit<TraderFilter, 'order'>): Promise<SQL | undefined> {
  const { search, market, risk, source, days, minimum, among, forVisitors } = filter;
  const conditions = and(
    market ? like(traderFigures.markets, `% ${market} %`) : undefined,
    risk ? lte(traderFigures.risk, risk) : undefined,
    source ? eq(trader.source, source as Trader['source']) : undefined,
    days ? gte(traderFigures.days, days) : undefined,
    minimum ? lte(trader.minimumCapital, BigInt(minimum) * 100n) : undefined,
    among && inArray(trader.id, [...among]),
    forVisitors ? isNull(trader.ownerUserId) : undefined,
  );
  const words = splitFoldedWords(search);
  if (words.length === 0) return conditions;
  const names = await everyName(read());
  const found = names.filter(({ firstName, lastName }) => {
    const name = foldText(`${firstName} ${lastName}`);
    return words.every((word) => name.includes(word));
  });
  return and(
    conditions,
    inArray(
      trader.id,
      found.map(({ id }) => id),
    ),
  );
}

const everyName = prepared('traders.names', (handle) =>
  handle.select({ id: trader.id, firstName: trader.firstName, lastName: trader.lastName }).from(trader),
);

const manualColumn =
  sql<number>`(select count(*) from ${trade} where ${trade.traderId} = ${trader.id} and ${isNull(trade.voidedAt)})`.mapWith(
    Number,
  );

/** All stored figures except the JSON, which is most of a row and unused by lists. */
const { version: _, details: __, ...recordColumns } = getTableColumns(traderFigures);

async function addFigures(listed: { id: string; followers: number }[]): Promise<ListedTrader[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const found = await read()
    .select({ trader, record: recordColumns, picture: pictureOfTrader, manualResults: manualColumn })
    .from(trader)
    .leftJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(inArray(trader.id, ids));
  const rows = new Map(found.map((row) => [row.trader.id, row]));
  return listed.flatMap(({ id, followers }) => {
    const row = rows.get(id);
    if (!row) return [];
    const { trader: each, record, picture, manualResults } = row;
    return { ...each, figures: computeTradeFigures(record), followers, manualResults, record, picture };
  });
}

/** Returns the traders to compare, in the order of the IDs; unknown and, with `forVisitors`, hidden ones are omitted. */
export async function loadTradersToCompare(
  ids: readonly string[],
  { forVisitors = false }: Pick<TraderFilter, 'forVisitors'> = {},
): Promise<ListedTrader[]> {
  if (ids.length === 0) return [];
  const found = await addFigures(
    await selectInOrder(
      read(),
      and(inArray(trader.id, [...ids]), forVisitors ? isNull(trader.ownerUserId) : undefined),
    ),
  );
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
}

/** Returns the IDs of the traders that visitors may see (`TraderFilter.forVisitors`), up to the limit of a sitemap. */
export async function listTradersForVisitors(): Promise<string[]> {
  const found = await read()
    .select({ id: trader.id })
    .from(trader)
    .where(isNull(trader.ownerUserId))
    .orderBy(asc(trader.id))
    .limit(40_000);
  return found.map(({ id }) => id);
}

export const loadListedTrader = (id: string): Promise<ListedTrader | null> =>
  readShared(`trader ${id}`, async () => {
    const [listed] = await addFigures(await selectInOrder(read(), eq(trader.id, id)));
    return listed ?? null;
  });
