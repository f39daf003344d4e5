import { and, desc, eq } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { type Freezes, freezesOf } from '~/signIns/frozen';
import { withNames } from './logs.server';

/** What of an account is frozen, since when, why and by whom, as the staff reads it. `by` is null where the log does not say it. */
export type ToldFreeze = ReturnType<typeof freezesOf>[number] & { by: string | null };

/** What of an account is frozen, the whole of it first. Why all of it is, the log alone says. */
export async function freezesTold(handle: Reader, user: Freezes & { id: string }): Promise<ToldFreeze[]> {
  const told: ToldFreeze[] = [];
  for (const freeze of freezesOf(user)) {
    const begun = and(eq(event.thing, `${freeze.part} freeze`), eq(event.thingId, user.id), eq(event.event, 'freeze'));
    const last = await withNames(await handle.select().from(event).where(begun).orderBy(desc(event.id)).limit(1));
    told.push({ ...freeze, reason: freeze.reason || (last[0]?.reason ?? ''), by: last[0]?.who.name ?? null });
  }
  return told;
}
