import { type copy, trader, user as userTable } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { formatFullName } from '~/platform/fields/plainName';

export async function loadCopyPeople(tx: Handle, { id, userId, traderId }: typeof copy.$inferSelect) {
  const [owner] = await verified(tx, userTable, { id: userId });
  const [leader] = await verified(tx, trader, { id: traderId });
  if (!owner || !leader) throw new Error(`Copy ${id} has no owner or no trader`);
  return { owner, trader: formatFullName(leader) };
}
