import { and, asc, desc, eq, gt, gte, isNotNull, lte } from 'drizzle-orm';
import { trader, traderFigures } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { cardFacts, type SuggestedTrader } from './facts';
import { hasTypedResults, listedTrader } from './queries.server';

/** Traders with a higher risk score are not suggested to beginners, unless too few have a lower one. */
const MOST_RISK = 6;

/** Whoever returned less than a quarter of their largest fall in a year has no record to begin with; in hundredths, as `rank` is. */
const LEAST_RANK = 25;

/** Returns traders to begin with: open, rated, good for their falls, none typed; `within` is what there is to copy with, null if unknown. */
export async function suggestedTraders(most: number, within: bigint | null): Promise<SuggestedTrader[]> {
  const found = await read()
    .select({ id: trader.id })
    .from(trader)
    .innerJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(
      and(
        eq(trader.status, 'open'),
        within === null ? undefined : lte(trader.minimumCapital, within),
        eq(hasTypedResults, 0),
        isNotNull(traderFigures.risk),
        gte(traderFigures.rank, LEAST_RANK),
      ),
    )
    .orderBy(asc(gt(traderFigures.risk, MOST_RISK)), desc(traderFigures.rank), asc(traderFigures.risk), asc(trader.id))
    .limit(most);
  const listed = await Promise.all(found.map(({ id }) => listedTrader(id)));
  return listed.flatMap((each) => (each ? { ...cardFacts(each), minimumCapital: each.minimumCapital } : []));
}
