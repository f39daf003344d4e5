import { sql } from 'drizzle-orm';
import { closedMonth } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { getMonth, getMonthBounds } from '../months';

export async function findLastClosedMonth(handle: Reader): Promise<typeof closedMonth.$inferSelect | null> {
  const newest = sql`${closedMonth.endsAt} = (select max(${closedMonth.endsAt}) from ${closedMonth})`;
  const [last] = await verified(handle, closedMonth, newest);
  return last ?? null;
}

/**
 * Throws if an entry would be effective in a closed month. A month is closed only once nothing in it is left to post.
 */
export async function assertMonthsOpen(
  tx: Handle,
  entries: readonly { kind: string; ref: string; effectiveAt: Date }[],
): Promise<void> {
  const { start } = getMonthBounds(getMonth(now()));
  const earlier = entries.filter(({ effectiveAt }) => effectiveAt < start);
  if (earlier.length === 0) return;
  const last = await findLastClosedMonth(tx);
  const closed = last && earlier.find(({ effectiveAt }) => effectiveAt < last.endsAt);
  if (closed)
    throw new Error(`${closed.kind} ${closed.ref} counts in ${getMonth(closed.effectiveAt)}, which is closed`);
}
