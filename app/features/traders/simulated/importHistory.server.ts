import { eq } from 'drizzle-orm';
import { trade, trader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { forgetFigures } from '../record/internal/keepFigures.server';
import { leaderCapital } from '../rules';
import type { SimulatedTrade } from './simulate';

/**
 * Writes a simulated trader's past into the log, marked as the engine's. No copy existed then: a trade reaches only copies
 * that were there before it was recorded.
 */
export async function importHistory(tx: Handle, traderId: string, trades: readonly SimulatedTrade[]): Promise<void> {
  const recordedAt = now();
  const [leader] = await tx.select().from(trader).where(eq(trader.id, traderId));
  if (!leader) throw new Error(`There is no trader ${traderId}`);
  const valid = { voidedAt: null, voidReason: null };
  const same = { traderId, capital: leaderCapital(leader), source: 'engine' as const, recordedAt, ...valid };
  const rows = trades.map((each) => ({ id: newId(), ...each, ...same }));
  await insertAll(tx, trade, rows);
  await forgetFigures(tx, traderId);
}
