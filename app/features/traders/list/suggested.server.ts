import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { trader, traderFigures } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { isTyped, type ListedTrader, listedTrader } from './queries.server';

/** A few traders to begin with: open to copies and rated, none of their results typed, the lowest risk first, then the best return over drawdown. */
export async function suggestedTraders(most: number): Promise<ListedTrader[]> {
  const found = await read()
    .select({ id: trader.id })
    .from(trader)
    .innerJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(and(eq(trader.status, 'open'), eq(isTyped, 0), isNotNull(traderFigures.risk), isNotNull(traderFigures.rank)))
    .orderBy(asc(traderFigures.risk), desc(traderFigures.rank), asc(trader.id))
    .limit(most);
  const listed = await Promise.all(found.map(({ id }) => listedTrader(id)));
  return listed.flatMap((each) => each ?? []);
}
