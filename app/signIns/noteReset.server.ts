import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';

/** Records a reset of password or second factor, which a stranger with the mailbox or the second factor can request. */
export async function recordReset(tx: Handle, userId: string): Promise<void> {
  const at = now();
  const [found] = await verified(tx, userTable, { id: userId });
  const set = { firstResetAt: found?.firstResetAt ?? at, handsChangedAt: at };
  await tx.update(userTable).set(set).where(eq(userTable.id, userId));
}
