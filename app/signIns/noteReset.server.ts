import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';

/**
 * Notes in a user's row that their password was reset with a mailed link, or their second factor turned off: what a stranger can do who has
 * their mailbox or their second factor, and not the password.
 */
export async function noteReset(tx: Handle, userId: string): Promise<void> {
  const at = now();
  const [found] = await findAll(tx, userTable, { id: userId });
  const set = { firstResetAt: found?.firstResetAt ?? at, handsChangedAt: at };
  await tx.update(userTable).set(set).where(eq(userTable.id, userId));
}
