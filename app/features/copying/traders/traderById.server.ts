import { eq } from 'drizzle-orm';
import { trader } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { formatFullName } from '~/platform/fields/plainName';

export async function loadTrader(tx: Handle, id: string) {
  const [found] = await verified(tx, trader, eq(trader.id, id));
  return found;
}

export async function loadTraderName(tx: Handle, id: string): Promise<string> {
  const found = await loadTrader(tx, id);
  return found ? formatFullName(found) : id;
}
