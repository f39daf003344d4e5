import { and, desc, eq } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { type Freezes, freezesOf } from '~/signIns/frozen';
import { withNames } from './logs.server';

export type ListedFreeze = ReturnType<typeof freezesOf>[number] & { by: string | null };

/** Returns the freezes of an account. The reason of a full freeze is in the log only. */
export async function listFreezes(handle: Reader, user: Freezes & { id: string }): Promise<ListedFreeze[]> {
  const listed: ListedFreeze[] = [];
  for (const freeze of freezesOf(user)) {
    const isFreeze = and(
      eq(event.thing, `${freeze.part} freeze`),
      eq(event.thingId, user.id),
      eq(event.event, 'freeze'),
    );
    const last = await withNames(await handle.select().from(event).where(isFreeze).orderBy(desc(event.id)).limit(1));
    listed.push({ ...freeze, reason: freeze.reason || (last[0]?.reason ?? ''), by: last[0]?.who.name ?? null });
  }
  return listed;
}
