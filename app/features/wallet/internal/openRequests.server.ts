import type { SQL } from 'drizzle-orm';
import type { deposit, withdrawal } from '#drizzle/schema';
import { countOf } from '~/platform/db/countOf.server';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { type Refusal, refuse } from '~/platform/result';

/**
 * The refusal of one more request where a user has as many as may wait for a decision at once; else null. The queue is
 * read by people, and one account must not fill it.
 * @param open what of the table is this user's and waits
 */
export async function tooMany(
  tx: Handle,
  table: typeof deposit | typeof withdrawal,
  open: SQL | undefined,
  what: 'deposits' | 'withdrawals',
): Promise<{ ok: false; error: Refusal } | null> {
  const most = env().OPEN_REQUESTS_PER_ACCOUNT;
  if ((await countOf(tx, table, open)) < most) return null;
  return refuse('too-many-open', `You have ${most} ${what} waiting for a decision. Please wait for it, or cancel one.`);
}
