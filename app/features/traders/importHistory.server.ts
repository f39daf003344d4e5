import { trade } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { SimulatedTrade } from './simulate';

/**
 * Writes a simulated trader's past into the log, marked as the engine's. Nobody copied it: a trade reaches only copies
 * that were there before it was recorded.
 */
export async function importHistory(tx: Handle, traderId: string, trades: readonly SimulatedTrade[]): Promise<void> {
  const recordedAt = now();
  const rows = trades.map((each) => ({ id: newId(), traderId, ...each, source: 'engine' as const, recordedAt }));
  await insertAll(tx, trade, rows);
}
