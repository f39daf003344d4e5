import { setImmediate as letOthersIn } from 'node:timers/promises';
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import { quoteSource, quote as quoteTable } from '#drizzle/schema';
import { DAY, now, SECOND } from '~/platform/clock';
import { type Handle, insertAll, type Reader, read } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { macOf, macVerifies } from '~/platform/mac';
import { LATEST_ANSWER } from '../tradingTerms';
import type { GoodQuote, LiveQuote, QuotedPrices } from './prices';
import { flawOf } from './quotes';
import { pricesOfQuotes } from './storedPrices';

type QuoteRow = typeof quoteTable.$inferSelect;

/** The source that accounts of the feed `exchange` trade on. */
export const EXCHANGE = 'exchange';

/** As far back as figures look at what is held, with some to spare. */
const REMEMBERED = 120 * DAY;

/** Rows that are read, and whose codes are verified, before others get their turn. */
const PAGE = 500;

const partsOf = ({ instrument, price, at, observedAt }: Omit<QuoteRow, 'id' | 'mac'>): string[] => [
  instrument,
  String(price),
  String(at.getTime()),
  String(observedAt.getTime()),
];

/** Quotes in memory, beside the database that they are of. `day`: read anew each day, so that what was thinned out goes. */
type Book = { day: number; horizon: number; quotes: Map<string, GoodQuote[]> };

const books = new WeakMap<Reader, Promise<Book>>();

/** The prices of the live source as far as they are stored by now. Reads what was committed, on a connection of its own. */
export async function quotedPrices(covered: ReadonlySet<string>): Promise<QuotedPrices> {
  const handle = read();
  // One after the other, so that no quote is read twice.
  const reading = (books.get(handle) ?? Promise.resolve(null)).catch(() => null).then((book) => goOn(handle, book));
  books.set(handle, reading);
  const { quotes, horizon } = await reading;
  return pricesOfQuotes(quotes, covered, horizon);
}

async function goOn(handle: Reader, known: Book | null): Promise<Book> {
  const [source] = await handle.select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE));
  const horizon = source?.horizon.getTime() ?? 0;
  const day = Math.floor(horizon / DAY);
  const book: Book = known?.day === day ? known : { day, horizon: horizon - REMEMBERED, quotes: new Map() };
  while (book.horizon < horizon) {
    const rows = await handle
      .select()
      .from(quoteTable)
      .where(and(gt(quoteTable.observedAt, new Date(book.horizon)), lte(quoteTable.observedAt, new Date(horizon))))
      .orderBy(asc(quoteTable.observedAt), asc(quoteTable.instrument))
      .limit(PAGE);
    const whole =
      rows.length < PAGE ? rows : rows.filter(({ observedAt }) => +observedAt < +(rows.at(-1)?.observedAt ?? 0));
    for (const row of whole) add(book.quotes, row);
    book.horizon = rows.length < PAGE ? horizon : (whole.at(-1)?.observedAt.getTime() ?? horizon);
    if (rows.length === PAGE) await letOthersIn();
  }
  return book;
}

function add(quotes: Map<string, GoodQuote[]>, row: QuoteRow): void {
  if (!macVerifies(row.mac, 'quote', partsOf(row))) {
    log().error({ quote: row.id, instrument: row.instrument }, 'a stored quote was altered, and fills nothing');
    return;
  }
  const { instrument, price, at, observedAt } = row;
  const good = { price, at: at.getTime(), observedAt: observedAt.getTime() };
  const own = quotes.get(instrument);
  if (own) own.push(good);
  else quotes.set(instrument, [good]);
}

/** A price as a source gave it: in the instrument's last decimal, and when it stood, milliseconds of the product's clock. */
export type Seen = { instrument: string; price: bigint; at: number };

/**
 * Stores the quotes that a source answered, and moves its horizon to the second in which it was asked. Bad quotes, and quotes not newer
 * than the last one, are left out. While the clock is set back behind the horizon, nothing is stored.
 * @param asked when the source was asked, milliseconds of the product's clock
 * @returns how many quotes were stored, and how many were bad
 */
export async function storeQuotes(
  tx: Handle,
  seen: readonly Seen[],
  asked: number,
): Promise<{ stored: number; refused: number }> {
  const observedAt = Math.floor(asked / SECOND) * SECOND;
  const [source] = await tx.select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE));
  // A later answer could decide what a cancelled order has stopped waiting for (`withoutOverdue`).
  if (now().getTime() - asked > LATEST_ANSWER) return { stored: 0, refused: 0 };
  if (!source || source.horizon.getTime() >= observedAt) return { stored: 0, refused: 0 };
  const rows: QuoteRow[] = [];
  let refused = 0;
  for (const { instrument, price, at } of seen) {
    const before = await lastQuote(tx, instrument);
    const quote: LiveQuote = { price, at: Math.min(at, observedAt), observedAt };
    if (before && quote.at <= before.at) continue;
    const flaw = flawOf(quote, before);
    if (flaw) {
      refused += 1;
      log().warn({ instrument, flaw, price: String(price) }, 'a quote was not taken');
      continue;
    }
    const row = { instrument, price, at: new Date(quote.at), observedAt: new Date(observedAt) };
    rows.push({ ...row, id: newId(), mac: macOf('quote', partsOf(row)) });
  }
  await insertAll(tx, quoteTable, rows);
  const set = { horizon: new Date(observedAt), refused: source.refused + refused };
  await tx.update(quoteSource).set(set).where(eq(quoteSource.name, EXCHANGE));
  return { stored: rows.length, refused };
}

async function lastQuote(tx: Handle, instrument: string): Promise<GoodQuote | null> {
  const [row] = await tx
    .select()
    .from(quoteTable)
    .where(eq(quoteTable.instrument, instrument))
    .orderBy(desc(quoteTable.observedAt))
    .limit(1);
  return row ? { price: row.price, at: row.at.getTime(), observedAt: row.observedAt.getTime() } : null;
}
