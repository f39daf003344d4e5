import { desc, eq } from 'drizzle-orm';
import { quote, quoteSource } from '#drizzle/schema';
import { MINUTE, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { EXCHANGE_SOURCE } from '~/trading/prices/quotes.server';
import { getCurrentFeed } from './prices.server';

/** Returns the time of the last prices of a live source that has been silent for over a minute; null while it answers. */
export async function findSourceSilenceStart(): Promise<Date | null> {
  if (getCurrentFeed() === 'simulated') return null;
  const [source] = await read().select().from(quoteSource).where(eq(quoteSource.name, EXCHANGE_SOURCE));
  const [newest] = await read().select({ at: quote.observedAt }).from(quote).orderBy(desc(quote.observedAt)).limit(1);
  if (!source || !newest) return null;
  // Without open positions the source is polled rarely, so silence is measured up to the last poll; after failures, up
  // to now.
  const checkedAt = source.failures > 0 ? now() : source.horizon;
  return checkedAt.getTime() - newest.at.getTime() > MINUTE ? newest.at : null;
}
