import { and, eq, exists, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { copy, quoteSource, tradingAccount } from '#drizzle/schema';
import { retryDelay } from '~/market/feed/source.server';
import { fetchCurrentPrices, TICKER_TIMEOUT_MS } from '~/market/feed/tickers.server';
import { after, MINUTE, now, SECOND, systemNow } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import type { Job } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { RefusedAddressError } from '~/platform/outward/outwardFetch.server';
import { openPositionExists } from '~/trading/accounts/savedPositions.server';
import { requireContract } from '~/trading/contracts';
import { toPrice } from '~/trading/numbers';
import { EXCHANGE_SOURCE, sealedSource, storeQuotes } from '~/trading/prices/quotes.server';
import { thinQuotes } from '~/trading/prices/thinQuotes.server';

/** Returns the polling interval, in milliseconds, while accounts hold positions or orders wait for prices. */
const getActiveIntervalMs = (): number => env().LIMITS.secondsBetweenQuotes * SECOND;
/** Polling interval while accounts exist but none needs prices. */
const IDLE_INTERVAL_MS = 10 * MINUTE;

/** Longest pause after failures, milliseconds, unless the source requests a longer one. */
const MAX_RETRY_DELAY_MS = 2 * MINUTE;

/** Requests prices of the live source when they are needed and allowed, and stores them. @returns false: one request per run */
export async function pollQuotes(): Promise<boolean> {
  const every = await getPollIntervalMs(read());
  if (every === null || !(await claimRequest(every))) return false;
  try {
    // A price is dated by the time of the request. Otherwise people who see it elsewhere could act on it before it is
    // stored.
    const startedAt = now().getTime();
    const seen = await fetchCurrentPrices();
    await write(async (tx) => {
      const quotes = seen.map(({ instrument: { id }, price, age }) => ({
        instrument: id,
        price: toPrice(price, requireContract(id)),
        at: startedAt - age,
      }));
      await storeQuotes(tx, quotes, startedAt);
      await updatePollState(tx, { nextAt: after(systemNow(), getActiveIntervalMs()), failures: 0 });
    });
  } catch (error) {
    await write((tx) => postponeRequest(tx, error));
  }
  return false;
}

/** Returns the interval at which prices are needed now, milliseconds; null while no account trades on the source. */
async function getPollIntervalMs(handle: Reader): Promise<number | null> {
  const isLeft = env().MARKET_FEED === 'simulated';
  if (isLeft && !(await wasRequested(handle))) return null;
  if (await existsAccount(handle, needsQuotes(handle))) return getActiveIntervalMs();
  return !isLeft && (await existsAccount(handle, sql`true`)) ? IDLE_INTERVAL_MS : null;
}

async function wasRequested(handle: Reader): Promise<boolean> {
  const rows = await handle.select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  return rows.length > 0;
}

async function existsAccount(handle: Reader, which: SQL | undefined): Promise<boolean> {
  const [found] = await handle
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.feed, EXCHANGE_SOURCE), which))
    .limit(1);
  return found !== undefined;
}

/**
 * Returns the condition for accounts that need prices: they hold positions, have waiting orders, or placed orders
 * that have not reached all copies.
 */
function needsQuotes(handle: Reader): SQL | undefined {
  const one = { one: sql`1` };
  const behind = handle
    .select(one)
    .from(copy)
    .where(
      and(
        sql`${copy.traderId} = ${tradingAccount.id}`,
        sql`${copy.status} in ('active', 'paused')`,
        lt(copy.leaderOrder, tradingAccount.orders),
      ),
    );
  return or(openPositionExists(handle), sql`cast(${tradingAccount.waiting} as text) <> '[]'`, exists(behind));
}

/** Claims the next request, so that no other process sends a request until this one was answered or has timed out. */
async function claimRequest(every: number): Promise<boolean> {
  const time = systemNow();
  const due = after(time, getActiveIntervalMs() - every);
  // If the next request is due later than any pause allows, the machine's clock was set back.
  const free = or(lte(quoteSource.nextAt, due), gt(quoteSource.nextAt, after(time, 60 * MINUTE)));
  return await write(async (tx) => {
    const state = sealedSource({ name: EXCHANGE_SOURCE, horizon: new Date(0), prunedUntil: null, newest: {} });
    const start = { ...state, nextAt: new Date(0) };
    await tx.insert(quoteSource).values(start).onConflictDoNothing();
    const taken = await tx
      .update(quoteSource)
      .set({ nextAt: after(time, 2 * TICKER_TIMEOUT_MS) })
      .where(and(eq(quoteSource.name, EXCHANGE_SOURCE), free))
      .returning({ name: quoteSource.name });
    return taken.length === 1;
  });
}

async function postponeRequest(tx: Handle, error: unknown): Promise<void> {
  const [source] = await tx.select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  const failures = (source?.failures ?? 0) + 1;
  const requested = error instanceof RefusedAddressError ? (error.retryAfter ?? 0) : 0;
  const wait = Math.max(Math.min(retryDelay(failures), MAX_RETRY_DELAY_MS), retryDelay(1, requested));
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  log().warn({ reason, failures, wait }, 'the price source failed');
  await updatePollState(tx, { nextAt: after(systemNow(), wait), failures });
}

const updatePollState = (tx: Handle, values: Partial<typeof quoteSource.$inferInsert>) =>
  tx.update(quoteSource).set(values).where(eq(quoteSource.name, EXCHANGE_SOURCE));

export const quoteJobs: Job[] = [
  { name: 'quotes', everyMs: 2 * SECOND, run: pollQuotes },
  { name: 'old-quotes', everyMs: MINUTE, run: thinQuotes },
];

async function source() {
  if (env().MARKET_FEED === 'simulated') return null;
  const [row] = await read().select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  return row && row.horizon.getTime() > 0 ? row : null;
}

export const QUOTE_FIGURES = [
  {
    name: 'mirrorbook_quotes_timestamp_seconds',
    help: 'Time of the last prices from the source for fills',
    read: async () => ((await source())?.horizon.getTime() ?? Number.NaN) / SECOND || null,
  },
  {
    name: 'mirrorbook_quotes_refused',
    help: 'Quotes rejected since the start: old ones and jumps',
    read: async () => (await source())?.refused ?? null,
  },
  {
    name: 'mirrorbook_quotes_failures',
    help: 'Consecutive failed requests to the source for fills',
    read: async () => (await source())?.failures ?? null,
  },
];
