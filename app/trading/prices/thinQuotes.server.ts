import { and, asc, eq, exists, gte, inArray, isNotNull, lt, lte, max, min, or, sql } from 'drizzle-orm';
import { copy, quote, quoteSource, tradingAccount, tradingOrder } from '#drizzle/schema';
import { DAY, HOUR, MINUTE, now } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { openPositionExists } from '../accounts/savedPositions.server';
import { EXCHANGE_SOURCE, findQuoteSource, sealedSource } from './quotes.server';

const FULL_RETENTION_MS = DAY;

const BATCH_SIZE = 500;

/**
 * Deletes the quotes of one hour that are no longer needed. Keeps quotes of fills and of the minute before each, and
 * each day's last quote.
 * @returns whether there may be more
 */
export async function thinQuotes(): Promise<boolean> {
  const source = await findQuoteSource(read());
  if (!source?.isAuthentic) return false;
  const bound = Math.min(now().getTime() - FULL_RETENTION_MS, await earliestNeeded(read()));
  const [first] = await read()
    .select({ at: quote.observedAt })
    .from(quote)
    .where(gte(quote.observedAt, source.row.prunedUntil ?? new Date(0)))
    .orderBy(asc(quote.observedAt))
    .limit(1);
  if (!first) return false;
  const from = Math.floor(first.at.getTime() / HOUR) * HOUR;
  if (from + HOUR > bound) return false;
  await write((tx) => thinHour(tx, from));
  return true;
}

/**
 * Returns the time before which no active account needs quotes, milliseconds: shortly before the account that is
 * advanced least.
 */
async function earliestNeeded(handle: Reader): Promise<number> {
  const one = { one: sql`1` };
  const running = handle
    .select(one)
    .from(copy)
    .where(and(sql`${copy.id} = ${tradingAccount.id}`, sql`${copy.status} in ('active', 'paused', 'stopping')`));
  const waits = sql`cast(${tradingAccount.waiting} as text) <> '[]'`;
  const [row] = await handle
    .select({ until: min(tradingAccount.until) })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.feed, EXCHANGE_SOURCE), or(openPositionExists(handle), waits, exists(running))));
  return row?.until ? row.until.getTime() - 2 * MINUTE : Number.POSITIVE_INFINITY;
}

async function thinHour(tx: Handle, from: number): Promise<void> {
  const source = await findQuoteSource(tx);
  if (!source?.isAuthentic) return;
  const hour = and(gte(quote.observedAt, new Date(from)), lt(quote.observedAt, new Date(from + HOUR)));
  const rows = await tx
    .select({ id: quote.id, instrument: quote.instrument, at: quote.observedAt })
    .from(quote)
    .where(hour);
  const day = Math.floor(from / DAY) * DAY;
  const lasts = await tx
    .select({ instrument: quote.instrument, at: max(quote.observedAt) })
    .from(quote)
    .where(and(gte(quote.observedAt, new Date(day)), lt(quote.observedAt, new Date(day + DAY))))
    .groupBy(quote.instrument);
  const lastOf = new Map(lasts.map(({ instrument, at }) => [instrument, at?.getTime()]));
  const fills = await fillsOf(tx, from, from + HOUR + MINUTE);
  const gone = rows.filter(({ instrument, at }) => {
    const time = at.getTime();
    const filled = fills.some((fill) => fill.instrument === instrument && fill.at >= time && fill.at <= time + MINUTE);
    return !filled && lastOf.get(instrument) !== time;
  });
  for (let start = 0; start < gone.length; start += BATCH_SIZE) {
    const ids = gone.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    await tx.delete(quote).where(inArray(quote.id, ids));
  }
  const { name, horizon, newest } = source.row;
  const state = sealedSource({ name, horizon, newest, prunedUntil: new Date(from + HOUR) });
  await tx.update(quoteSource).set(state).where(eq(quoteSource.name, EXCHANGE_SOURCE));
}

async function fillsOf(tx: Handle, from: number, to: number): Promise<{ instrument: string; at: number }[]> {
  const accounts = tx
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    .where(eq(tradingAccount.feed, EXCHANGE_SOURCE));
  const between = and(gte(tradingOrder.at, new Date(from)), lte(tradingOrder.at, new Date(to)));
  const rows = await tx
    .select({ instrument: tradingOrder.instrument, at: tradingOrder.at })
    .from(tradingOrder)
    .where(and(inArray(tradingOrder.accountId, accounts), between, isNotNull(tradingOrder.instrument)));
  return rows.map(({ instrument, at }) => ({ instrument: instrument ?? '', at: at.getTime() }));
}
