import { eq } from 'drizzle-orm';
import { trade, trader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { forgetFigures } from '../record/internal/saveFigures.server';
import { leaderCapital } from '../rules';

/** A closed result as it stands in a log, `amount` in cents. */
export type ClosedResult = { pair: string; amount: bigint; type: 'profit' | 'loss'; at: Date };

/** Writes a past into a log, marked as the engine's; it reaches no copy that begins later. */
export async function importHistory(tx: Handle, traderId: string, trades: readonly ClosedResult[]): Promise<void> {
  const recordedAt = now();
  const [leader] = await verified(tx, trader, eq(trader.id, traderId));
  if (!leader) throw new Error(`There is no trader ${traderId}`);
  const same = {
    traderId,
    capital: leaderCapital(leader),
    source: 'engine' as const,
    recordedAt,
    voidedAt: null,
    voidReason: null,
  };
  const rows = trades.map((each) => ({ id: newId(), ...each, ...same }));
  await insertAll(tx, trade, rows);
  await forgetFigures(tx, traderId);
}
