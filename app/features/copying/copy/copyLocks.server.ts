import { and, eq } from 'drizzle-orm';
import { copy } from '#drizzle/schema';
import { read, type WriteLocks } from '~/platform/db/index.server';

/** The locks of an act on a copy: of its owner, and of its trader, whose account may be carried on with it. A trader who is an investor has the investor's id. */
export const copyLocks = (userId: string, traderId: string): WriteLocks => ({
  users: [userId, traderId],
  traders: [traderId],
});

/** Returns `copyLocks` of several copies. */
export const locksOfCopies = (copies: readonly Pick<typeof copy.$inferSelect, 'userId' | 'traderId'>[]): WriteLocks => {
  const traders = copies.map(({ traderId }) => traderId);
  return { users: [...copies.map(({ userId }) => userId), ...traders], traders };
};

/** As `copyLocks`, of a copy by its id; without the trader's where the user has no such copy, which the act refuses. */
export async function copyLocksById(userId: string, id: string): Promise<WriteLocks> {
  const [found] = await read()
    .select({ traderId: copy.traderId })
    .from(copy)
    .where(and(eq(copy.id, id), eq(copy.userId, userId)));
  return found ? copyLocks(userId, found.traderId) : { users: [userId] };
}
