import { and, desc, eq } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import { type NamedEvent, withNames } from '~/features/backoffice';
import { type Handle, read } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findVerifiedUser } from '~/signIns/userById.server';

export async function addUserNote(
  tx: Handle,
  by: Actor,
  { userId, note }: { userId: string; note: string },
): Promise<Result<{ email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'users:mark');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  await record(tx, { thing: 'account', thingId: userId, event: 'note', by, userId, reason: note });
  return done({ email: known.email });
}

export async function listNotes(userId: string): Promise<NamedEvent[]> {
  const notes = and(eq(event.thing, 'account'), eq(event.thingId, userId), eq(event.event, 'note'));
  return await withNames(await read().select().from(event).where(notes).orderBy(desc(event.id)).limit(3));
}
