import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  like,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { copy, mirror, type StoredFigures, trade, trader, traderFigures, user } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { type Handle, prepared, read } from '~/platform/db/index.server';
import {
  EMPTY_LOG,
  type Figures,
  figuresOf,
  type LogTotals,
  leaderCapital,
  maxDrawdownBps,
  middleOf,
  navSeries,
} from './rules';
import { traderAccount } from './traderAccount.server';

export type Trader = typeof trader.$inferSelect;

/** Figures that the job keeps, as lists show them. */
export type RecordFigures = Omit<typeof traderFigures.$inferSelect, 'details'>;

/** A trader with what is computed for a list. */
export type ListedTrader = Trader & {
  figures: Figures;
  followers: number;
  /** How many of the closed results were typed. */
  typed: number;
  /** Figures of the daily record; null until the job has made them. */
  record: RecordFigures | null;
};

export const PER_PAGE = 24;

const ORDER = { open: 0, paused: 1, retired: 2 };

/** What a list is narrowed to; empty for everything. */
export type TraderFilter = {
  /** Part of a first or last name, in any case. */
  search: string;
  /** A kind of market that is traded. */
  market?: string;
  /** The highest risk score that is shown. */
  risk?: number;
  source?: string;
};

/**
 * A page of the traders: those that can be copied first, then by return over drawdown where the record has 90 days, then by
 * real copies, then by name; never by what was declared.
 */
export async function listTraders({ search, market, risk, source, page }: TraderFilter & { page: number }) {
  const asked = [
    market && like(traderFigures.markets, `% ${market} %`),
    risk && lte(traderFigures.risk, risk),
    source && eq(trader.source, source as Trader['source']),
  ].filter((condition) => typeof condition === 'object');
  const all = await (asked.length > 0 ? listRows(read()).where(and(...asked)) : everyRow(read()));
  // Here and not in the query: SQLite knows the case of ASCII letters only.
  const wanted = plain(search);
  const found = wanted
    ? all.filter(({ firstName, lastName }) => plain(`${firstName} ${lastName}`).includes(wanted))
    : all;
  const followers = await followersOf(null);
  found.sort(
    (a, b) =>
      ORDER[a.status] - ORDER[b.status] ||
      (b.rank ?? UNRANKED) - (a.rank ?? UNRANKED) ||
      (followers.get(b.id) ?? 0) - (followers.get(a.id) ?? 0) ||
      BY_NAME.compare(`${a.firstName} ${a.lastName}`, `${b.firstName} ${b.lastName}`),
  );
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const at = Math.min(page, pages);
  const ids = found.slice((at - 1) * PER_PAGE, at * PER_PAGE).map(({ id }) => id);
  const rows = await read().select().from(trader).where(inArray(trader.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  return { traders: await withFigures(shown, followers), total: found.length, page: at, pages };
}

const BY_NAME = new Intl.Collator('en');

/** Below every rank: a record too short to be ranked stands after those that lost. */
const UNRANKED = Number.MIN_SAFE_INTEGER;

/** What a list is ordered and searched by. */
const listRows = (handle: Handle) =>
  handle
    .select({
      id: trader.id,
      firstName: trader.firstName,
      lastName: trader.lastName,
      status: trader.status,
      rank: traderFigures.rank,
    })
    .from(trader)
    .leftJoin(traderFigures, eq(traderFigures.id, trader.id));

const everyRow = prepared('traders.list', listRows);

const plain = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** Some traders with their figures, in the order given. */
async function withFigures(traders: Trader[], followers: Map<string, number>): Promise<ListedTrader[]> {
  const ids = traders.map(({ id }) => id);
  const totals = await logTotals(ids);
  const { details: _, ...columns } = getTableColumns(traderFigures);
  const rows = await read().select(columns).from(traderFigures).where(inArray(traderFigures.id, ids));
  const records = new Map(rows.map((row) => [row.id, row]));
  const until = now();
  return traders.map((each) => {
    const log = totals.get(each.id) ?? EMPTY_LOG;
    const record = records.get(each.id) ?? null;
    return {
      ...each,
      figures: figuresOf(record ? withPositions(log, record, until) : log, leaderCapital(each), until),
      followers: followers.get(each.id) ?? 0,
      typed: log.winners + log.losers,
      record,
    };
  });
}

/** A log added up together with the closed trades of positions. */
function withPositions(
  log: LogTotals,
  { winners, losers, won, lost, days, until }: RecordFigures,
  time: Date,
): LogTotals {
  if (winners + losers === 0) return log;
  const began = after(until ?? time, -days * DAY);
  return {
    winners: log.winners + winners,
    losers: log.losers + losers,
    won: log.won + won,
    lost: log.lost + lost,
    firstAt: log.firstAt && log.firstAt < began ? log.firstAt : began,
  };
}

/** One trader as a list shows them; null when there is none. */
export async function listedTrader(id: string): Promise<ListedTrader | null> {
  const found = await read().select().from(trader).where(eq(trader.id, id));
  const [listed] = await withFigures(found, await followersOf([id]));
  return listed ?? null;
}

/** Active copies, by trader: of some, or (null) of all. */
async function followersOf(ids: string[] | null): Promise<Map<string, number>> {
  const rows = await read()
    .select({ id: copy.traderId, copies: count() })
    .from(copy)
    .where(and(ids ? inArray(copy.traderId, ids) : undefined, eq(copy.status, 'active')))
    .groupBy(copy.traderId);
  return new Map(rows.map(({ id, copies }) => [id, copies]));
}

const countOf = (type: 'profit' | 'loss') =>
  sql<number>`sum(case when ${trade.type} = ${type} then 1 else 0 end)`.mapWith(Number);
const sumOf = (type: 'profit' | 'loss') =>
  sql<bigint>`cast(sum(case when ${trade.type} = ${type} then ${trade.amount} else 0 end) as text)`.mapWith(BigInt);

async function logTotals(ids: string[]): Promise<Map<string, LogTotals>> {
  const rows = await read()
    .select({
      id: trade.traderId,
      winners: countOf('profit'),
      losers: countOf('loss'),
      won: sumOf('profit'),
      lost: sumOf('loss'),
      firstAt: sql<Date>`min(${trade.at})`.mapWith((at) => new Date(Number(at))),
    })
    .from(trade)
    .where(and(inArray(trade.traderId, ids), isNull(trade.voidedAt)))
    .groupBy(trade.traderId);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}

/** All of a trader's page but the log; null when there is no such trader. */
export async function traderProfile(id: string) {
  const listed = await listedTrader(id);
  if (!listed) return null;
  const log = await read()
    .select({ amount: trade.amount, type: trade.type, at: trade.at })
    .from(trade)
    .where(and(eq(trade.traderId, id), isNull(trade.voidedAt)))
    .orderBy(asc(trade.at), asc(trade.id));
  const capital = leaderCapital(listed);
  const account = await traderAccount(listed);
  // Of a trader with positions the whole record counts, day by day; of typed results each one.
  const details = account ? await detailsOf(id) : null;
  return {
    trader: listed,
    capital,
    account,
    details,
    nav: details ? details.nav.map(({ at, nav }) => ({ at: new Date(at), value: nav * 100 })) : navSeries(log, capital),
    drawdownBps: details ? (listed.record?.maxDrawdownBps ?? null) : log.length ? maxDrawdownBps(log, capital) : null,
    copied: await copiedCapital(id),
    copiers: await copiersResult(id),
  };
}

/** The figures that no list shows; null until the job has made them. */
async function detailsOf(id: string): Promise<StoredFigures | null> {
  const [row] = await read()
    .select({ details: traderFigures.details })
    .from(traderFigures)
    .where(eq(traderFigures.id, id));
  return row?.details ?? null;
}

/** What is in the copies of a trader now, cents. */
async function copiedCapital(id: string): Promise<bigint> {
  const [row] = await read()
    .select({ sum: sql<bigint>`cast(coalesce(sum(${copy.contributed} + ${copy.result}), 0) as text)`.mapWith(BigInt) })
    .from(copy)
    .where(eq(copy.traderId, id));
  return row?.sum ?? 0n;
}

/** What came of the copies of a trader, stopped ones too: how many there were, and the middle result in cents. */
async function copiersResult(id: string): Promise<{ copies: number; median: bigint | null }> {
  const all: SQL = eq(copy.traderId, id);
  const [counted] = await read().select({ copies: count() }).from(copy).where(all);
  const copies = counted?.copies ?? 0;
  if (copies === 0) return { copies, median: null };
  const middle = await read()
    .select({ result: copy.result })
    .from(copy)
    .where(all)
    .orderBy(asc(copy.result))
    .offset(Math.floor((copies - 1) / 2))
    .limit(2 - (copies % 2));
  const [lower, upper = lower] = middle;
  return { copies, median: lower && upper ? middleOf(lower.result, upper.result) : null };
}

const LOG_PAGE = 50;

/** A page of a trader's log, newest first. */
export async function tradesOf(traderId: string, page: number) {
  const [counted] = await read().select({ trades: count() }).from(trade).where(eq(trade.traderId, traderId));
  const pages = Math.max(1, Math.ceil((counted?.trades ?? 0) / LOG_PAGE));
  const at = Math.min(page, pages);
  const trades = await read()
    .select()
    .from(trade)
    .where(eq(trade.traderId, traderId))
    .orderBy(desc(trade.at), desc(trade.id))
    .limit(LOG_PAGE)
    .offset((at - 1) * LOG_PAGE);
  return { trades, page: at, pages };
}

/** What was entered last, with whose it is. */
export const latestTrades = () =>
  read()
    .select({ trade, trader: { id: trader.id, firstName: trader.firstName, lastName: trader.lastName } })
    .from(trade)
    .innerJoin(trader, eq(trader.id, trade.traderId))
    .where(eq(trade.source, 'operator'))
    .orderBy(desc(trade.id))
    .limit(100);

export type LatestTrade = Awaited<ReturnType<typeof latestTrades>>[number];

/** Those whose log is open, for a choice: retired ones too while copies of them are stopping. */
export const loggableTraders = () =>
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

/** As many copies left out of voids are listed. */
const MOST_LEFT_OUT = 100;

/** Copies that could not give back what a voided trade had brought them, newest first, at most a hundred, and how many there are. */
export async function leftOutOfVoids() {
  const kept = eq(mirror.status, 'kept');
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
    .where(kept)
    .orderBy(desc(mirror.id))
    .limit(MOST_LEFT_OUT);
  const [all] = await read().select({ n: count() }).from(mirror).where(kept);
  return { rows, total: all?.n ?? 0 };
}

/** Mirrored profits that the market reserve could not pay yet: how many, and cents in all. */
export async function waitingProfits(): Promise<{ copies: number; sum: bigint }> {
  const [row] = await read()
    .select({
      copies: count(),
      sum: sql<bigint>`cast(coalesce(sum(${mirror.amount}), 0) as text)`.mapWith(BigInt),
    })
    .from(mirror)
    .where(eq(mirror.status, 'waiting'));
  return row ?? { copies: 0, sum: 0n };
}
