import type { SmallLine } from '~/ui/charts/geometry/smallLine';
import { cardFacts } from './facts';
import { listedTrader } from './queries.server';

export async function traderLine(id: string): Promise<SmallLine | null> {
  const trader = await listedTrader(id);
  return trader && (cardFacts(trader).record?.line ?? null);
}
