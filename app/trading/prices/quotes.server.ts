import { setImmediate as letOthersIn } from 'node:timers/promises';
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import { quoteSource, quote as quoteTable } from '#drizzle/schema';
import { DAY, now, SECOND } from '~/platform/clock';
import { type Handle, insertAll, type Reader, readCommitted } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid } from '~/platform/mac';
import { GAP_PAUSE_MS, MAX_FILL_QUOTE_AGE_MS, MAX_RESPONSE_DELAY_MS } from '../tradingTerms';
import type { LiveQuote, QuotedPrices, ValidQuote } from './prices';
import { quoteFault } from './quotes';
import { createPricesFromQuotes } from './storedPrices';

type QuoteRow = typeof quoteTable.$inferSelect;
type SourceRow = typeof quoteSource.$inferSelect;

export const EXCHANGE_SOURCE = 'exchange';

/** Period for which quotes are cached, milliseconds: the longest that figures look back, with some reserve. */
const QUOTE_RETENTION_MS = 120 * DAY;

/** Period for which an altered or missing quote is reported, milliseconds. */
const GAP_REPORT_MS = DAY;

/** Number of rows that are read and verified before other work can run. */
const BATCH_ROWS = 500;

const toDate = (at: Date | null): string | null => at && String(at.getTime());

type QuoteParts = Omit<QuoteRow, 'id' | 'mac'>;

const quoteMacParts = ({ instrument, price, at, observedAt }: QuoteParts) => [
  instrument,
  String(price),
  toDate(at),
  toDate(observedAt),
];

const macOfQuote = (row: QuoteParts) => calculateMac('chained quote', [...quoteMacParts(row), toDate(row.previousAt)]);

const isAuthenticQuote = (row: QuoteRow): boolean =>
  isMacValid(row.mac, 'chained quote', [...quoteMacParts(row), toDate(row.previousAt)]) || isUnchained(row);

const isUnchained = (row: QuoteRow): boolean =>
  row.previousAt === null && isMacValid(row.mac, 'quote', quoteMacParts(row));

/** Authenticated state of a source: the times up to which its quotes are stored and thinned, and each instrument's newest quote. */
type SourceState = Pick<SourceRow, 'name' | 'horizon' | 'prunedUntil' | 'newest'>;

const sourceMacParts = ({ name, horizon, prunedUntil, newest }: SourceState) => [
  name,
  toDate(horizon),
  toDate(prunedUntil),
  ...Object.entries(newest ?? {})
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([instrument, observedAt]) => [instrument, String(observedAt)]),
];

export const sealedSource = (state: SourceState): SourceState & { mac: string } => ({
  ...state,
  mac: calculateMac('source of quotes', sourceMacParts(state)),
});

/** Returns the price source of accounts, and whether its row is authentic; null before its first poll. */
export async function findQuoteSource(handle: Reader): Promise<{ row: SourceRow; isAuthentic: boolean } | null> {
  const [row] = await handle.select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  if (!row) return null;
  return { row, isAuthentic: row.mac !== null && isMacValid(row.mac, 'source of quotes', sourceMacParts(row)) };
}

/** Cached quotes, reread each day. `gaps`: end of each instrument's last gap. `missing`: true if the newest quote is missing. */
type CachedQuotes = {
  day: number;
  from: number;
  horizon: number;
  quotes: Map<string, ValidQuote[]>;
  gaps: Map<string, number>;
  missing: Set<string>;
  isAltered: boolean;
  reportedAt: number | null;
};

const cachedQuotes = new WeakMap<Reader, Promise<CachedQuotes>>();

/** Updates the quotes in memory. Concurrent callers share one update, so that no quote is read twice. */
async function refreshCachedQuotes(): Promise<CachedQuotes> {
  const handle = readCommitted();
  const reading = (cachedQuotes.get(handle) ?? Promise.resolve(null))
    .catch(() => null)
    .then((book) => readNewQuotes(handle, book));
  cachedQuotes.set(handle, reading);
  return await reading;
}

/** Returns the stored prices of the live source. Reads committed data, on its own connection. */
export async function quotedPrices(covered: ReadonlySet<string>): Promise<QuotedPrices> {
  const { quotes, horizon, gaps, missing, isAltered } = await refreshCachedQuotes();
  return createPricesFromQuotes(quotes, covered, horizon, {
    oldest: now().getTime() - MAX_FILL_QUOTE_AGE_MS,
    closedUntil: (id) =>
      isAltered || missing.has(id)
        ? Number.POSITIVE_INFINITY
        : (gaps.get(id) ?? Number.NEGATIVE_INFINITY) + GAP_PAUSE_MS,
  });
}

export async function quotesAlteredAt(): Promise<Date | null> {
  const { reportedAt } = await refreshCachedQuotes();
  return reportedAt !== null && now().getTime() - reportedAt < GAP_REPORT_MS ? new Date(reportedAt) : null;
}

async function readNewQuotes(handle: Reader, known: CachedQuotes | null): Promise<CachedQuotes> {
  const source = await findQuoteSource(handle);
  const isAltered = source !== null && !source.isAuthentic;
  // An altered source row does not prove up to when quotes are stored, so time does not advance until the next
  // response.
  if (isAltered && known) {
    const book = { ...known, isAltered };
    if (known.isAltered || source.row.mac === null) return book;
    log().error({ source: EXCHANGE_SOURCE }, 'the source of stored quotes was altered');
    return markAltered(book);
  }
  const horizon = isAltered ? now().getTime() : (source?.row.horizon.getTime() ?? 0);
  const day = Math.floor(horizon / DAY);
  const from = horizon - QUOTE_RETENTION_MS;
  const isCurrent = known?.day === day && source !== null && !known.isAltered;
  const book: CachedQuotes = isCurrent
    ? known
    : {
        day,
        from,
        horizon: from,
        quotes: new Map(),
        gaps: new Map(),
        missing: new Set(),
        isAltered,
        reportedAt: known?.reportedAt ?? null,
      };
  const prunedUntil = source?.row.prunedUntil?.getTime() ?? 0;
  while (book.horizon < horizon) {
    const rows = await handle
      .select()
      .from(quoteTable)
      .where(and(gt(quoteTable.observedAt, new Date(book.horizon)), lte(quoteTable.observedAt, new Date(horizon))))
      .orderBy(asc(quoteTable.observedAt), asc(quoteTable.instrument))
      .limit(BATCH_ROWS);
    const whole =
      rows.length < BATCH_ROWS ? rows : rows.filter(({ observedAt }) => +observedAt < +(rows.at(-1)?.observedAt ?? 0));
    for (const row of whole) addQuote(book, row, prunedUntil);
    book.horizon = rows.length < BATCH_ROWS ? horizon : (whole.at(-1)?.observedAt.getTime() ?? horizon);
    if (rows.length === BATCH_ROWS) await letOthersIn();
  }
  markMissing(book, source?.isAuthentic ? (source.row.newest ?? {}) : {}, prunedUntil);
  return book;
}

function addQuote(book: CachedQuotes, row: QuoteRow, prunedUntil: number): void {
  const { instrument, price, at, observedAt, previousAt } = row;
  if (!isAuthenticQuote(row)) {
    markAltered(book);
    log().error({ quote: row.id, instrument }, 'an altered quote was ignored');
    return;
  }
  const own = book.quotes.get(instrument) ?? [];
  const last = own.at(-1);
  const previous = previousAt?.getTime() ?? null;
  const wasThinned = previous !== null && (previous < prunedUntil || previous <= book.from);
  const follows = last?.observedAt === previous || (!last && previous === null) || wasThinned;
  const unchained = isUnchained(row);
  if (!follows && !(last?.isUnchained && unchained)) {
    book.gaps.set(instrument, observedAt.getTime());
    // The first quote after those of version 1.0.0 has no predecessor.
    if (!last?.isUnchained) {
      markAltered(book);
      log().error({ instrument, at: observedAt }, 'quotes are missing: no order is filled across the gap');
    }
  }
  const good = { price, at: at.getTime(), observedAt: observedAt.getTime() };
  own.push(unchained ? { ...good, isUnchained: true } : good);
  book.quotes.set(instrument, own);
}

function markMissing(book: CachedQuotes, newest: Record<string, number>, prunedUntil: number): void {
  for (const [instrument, observedAt] of Object.entries(newest)) {
    const isHere = book.quotes.get(instrument)?.at(-1)?.observedAt === observedAt;
    if (isHere || observedAt < prunedUntil || observedAt <= book.from) book.missing.delete(instrument);
    else if (!book.missing.has(instrument)) {
      book.missing.add(instrument);
      markAltered(book);
      log().error({ instrument }, 'the newest quote is missing: no order is filled');
    }
  }
}

function markAltered(book: CachedQuotes): CachedQuotes {
  book.reportedAt = now().getTime();
  return book;
}

/** Price from a source: in units of the instrument's last decimal, with its time in milliseconds of product time. */
export type ObservedPrice = { instrument: string; price: bigint; at: number };

/**
 * Stores the valid quotes of a response, and advances the source's horizon to its request (`requestedAt`). Does nothing while the clock is set
 * back.
 */
export async function storeQuotes(
  tx: Handle,
  seen: readonly ObservedPrice[],
  requestedAt: number,
): Promise<{ stored: number; refused: number }> {
  const observedAt = Math.floor(requestedAt / SECOND) * SECOND;
  const source = await findQuoteSource(tx);
  // A later response could decide an order that has expired (`withoutExpiredOrders`).
  if (now().getTime() - requestedAt > MAX_RESPONSE_DELAY_MS) return { stored: 0, refused: 0 };
  if (!source || (source.isAuthentic && source.row.horizon.getTime() >= observedAt)) return { stored: 0, refused: 0 };
  // If the source was altered, each instrument starts a new chain, which counts as a gap.
  const newest = { ...(source.isAuthentic ? source.row.newest : {}) };
  const rows: QuoteRow[] = [];
  let refused = 0;
  for (const { instrument, price, at } of seen) {
    const before = await lastQuote(tx, instrument);
    const quote: LiveQuote = { price, at: Math.min(at, observedAt), observedAt };
    if (before && quote.at <= before.at) continue;
    const flaw = quoteFault(quote, before);
    if (flaw) {
      refused += 1;
      log().warn({ instrument, flaw, price: String(price) }, 'a quote was rejected');
      continue;
    }
    const previous = newest[instrument];
    const previousAt = previous === undefined ? null : new Date(previous);
    const row = { instrument, price, at: new Date(quote.at), observedAt: new Date(observedAt), previousAt };
    rows.push({ ...row, id: newId(), mac: macOfQuote(row) });
    newest[instrument] = observedAt;
  }
  await insertAll(tx, quoteTable, rows);
  const prunedUntil = source.isAuthentic ? source.row.prunedUntil : null;
  const state = sealedSource({ name: EXCHANGE_SOURCE, horizon: new Date(observedAt), prunedUntil, newest });
  const set = { ...state, refused: source.row.refused + refused };
  await tx.update(quoteSource).set(set).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  return { stored: rows.length, refused };
}

async function lastQuote(tx: Handle, instrument: string): Promise<ValidQuote | null> {
  const rows = await tx
    .select()
    .from(quoteTable)
    .where(eq(quoteTable.instrument, instrument))
    .orderBy(desc(quoteTable.observedAt))
    .limit(1);
  const row = rows.find(isAuthenticQuote);
  return row ? { price: row.price, at: row.at.getTime(), observedAt: row.observedAt.getTime() } : null;
}
