import { and, count, ne, or, sql } from 'drizzle-orm';
import { tradingAccount } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { openPositionExists } from '~/trading/accounts/savedPositions.server';
import { getCurrentFeed } from './prices.server';

/** Describes accounts that still hold positions or orders on the former price source; null without any. */
export async function describeOtherFeedHoldings(): Promise<string | null> {
  const feed = getCurrentFeed();
  const waits = sql`cast(${tradingAccount.waiting} as text) <> '[]'`;
  const [found] = await read()
    .select({ n: count() })
    .from(tradingAccount)
    .where(and(ne(tradingAccount.feed, feed), or(openPositionExists(read()), waits)));
  const n = found?.n ?? 0;
  if (n === 0) return null;
  const accounts = n === 1 ? '1 account trades' : `${n} accounts trade`;
  return feed === 'simulated'
    ? `${accounts} on the prices of an exchange, and MARKET_FEED is simulated now. Open positions keep the exchange’s prices until they are closed.`
    : `${accounts} on simulated prices, and MARKET_FEED is public now. Open positions keep the simulated prices until they are closed.`;
}
