import { and, eq } from 'drizzle-orm';
import { copy } from '#drizzle/schema';
import { read, type WriteLocks } from '~/platform/db/index.server';

/**
 * Returns the locks that an act on a copy needs: its owner and its trader, whose account the act may advance. An investor who is copied
 * has the same ID as trader and as user.
 */
export const getCopyLocks = (userId: string, traderId: string): WriteLocks => ({
  users: [userId, traderId],
  traders: [traderId],
});

/** Returns the locks that an act on several copies needs. */
export const getLocksOfCopies = (
  copies: readonly Pick<typeof copy.$inferSelect, 'userId' | 'traderId'>[],
): WriteLocks => {
  const traders = copies.map(({ traderId }) => traderId);
  return { users: [...copies.map(({ userId }) => userId), ...traders], traders };
};

/**
 * Returns the locks that an act on a copy needs, by its ID. Omits the trader's lock if the user has no such copy,
 * because the act is then refused.
 */
export async function findCopyLocks(userId: string, id: string): Promise<WriteLocks> {
  const [found] = await read()
    .select({ traderId: copy.traderId })
    .from(copy)
    .where(and(eq(copy.id, id), eq(copy.userId, userId)));
  return found ? getCopyLocks(userId, found.traderId) : { users: [userId] };
}
