import type { SmallLine } from '~/ui/charts/geometry/smallLine';
import { pickCardFacts } from './facts';
import { loadListedTrader } from './queries.server';

export async function readTraderLine(id: string): Promise<SmallLine | null> {
  const trader = await loadListedTrader(id);
  return trader && (pickCardFacts(trader).record?.line ?? null);
}
