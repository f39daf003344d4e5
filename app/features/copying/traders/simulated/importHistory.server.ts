import { trader } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type ClosedResult, enterResults } from '../log/recordTrade.server';

/** Writes simulated past orders into a log. Copies that start later do not receive them. */
export async function importHistory(tx: Handle, traderId: string, past: readonly ClosedResult[]): Promise<void> {
  const [leader] = await verified(tx, trader, { id: traderId });
  if (!leader) throw new Error(`There is no trader ${traderId}`);
  await enterResults(tx, leader, 'engine', past);
}
