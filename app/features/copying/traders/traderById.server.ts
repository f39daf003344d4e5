import { eq } from 'drizzle-orm';
import { trader } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { shownFullName } from '~/platform/fields/plainName';

export async function traderById(tx: Handle, id: string) {
  const [found] = await verified(tx, trader, eq(trader.id, id));
  return found;
}

export async function traderNamed(tx: Handle, id: string): Promise<string> {
  const found = await traderById(tx, id);
  return found ? shownFullName(found) : id;
}
