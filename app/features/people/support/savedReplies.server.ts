import { and, asc, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { savedReply } from '#drizzle/schema';
import { countRows } from '~/platform/db/countRows.server';
import { type Handle, read } from '~/platform/db/index.server';
import { describeDifferences } from '~/platform/events/changes';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { MAX_SAVED_REPLIES } from './limits';
import type { savedReplySchema } from './savedReplySchema';

/** Name of a saved reply as the subject of events. */
export const SAVED_REPLY_ENTITY = 'saved reply';

type SavedReply = typeof savedReply.$inferSelect;

export const listSavedReplies = (): Promise<SavedReply[]> =>
  read().select().from(savedReply).orderBy(asc(savedReply.name));

const MISSING_REPLY_REFUSAL = refuse('not-found', 'There is no such saved reply. Nothing was changed.');

export async function findSavedReply(tx: Handle, id: string): Promise<Result<SavedReply>> {
  const [found] = await tx.select().from(savedReply).where(eq(savedReply.id, id));
  return found ? done(found) : MISSING_REPLY_REFUSAL;
}

/** Adds a saved reply, or changes the one with this ID. */
export async function saveReply(
  tx: Handle,
  by: Actor,
  { id: known, name, text }: z.output<typeof savedReplySchema>,
): Promise<Result<{ name: string }>> {
  const without = await refuseUnlessMay(tx, by, 'support:answer');
  if (without) return without;
  const before = known ? await findSavedReply(tx, known) : null;
  if (before && !before.ok) return before;
  const id = known ?? newId();
  const namesake = and(eq(savedReply.name, name), ne(savedReply.id, id));
  if ((await countRows(tx, savedReply, namesake)) > 0)
    return refuse('taken', 'Another saved reply has this name', 'name');
  if (!before && (await countRows(tx, savedReply)) >= MAX_SAVED_REPLIES)
    return refuse('too-many', `There are already ${MAX_SAVED_REPLIES} saved replies. Delete one first.`);
  const message = { name, text };
  const details = describeDifferences(before ? { name: before.value.name, text: before.value.text } : {}, message);
  if (Object.keys(details).length === 0) return refuse('no-changes', 'No changes were made');
  if (before) await tx.update(savedReply).set(message).where(eq(savedReply.id, id));
  else await tx.insert(savedReply).values({ id, ...message });
  const event = before ? 'change' : 'add';
  await record(tx, { thing: SAVED_REPLY_ENTITY, thingId: id, event, by, details: before ? details : message });
  return done({ name });
}

export async function deleteReply(tx: Handle, by: Actor, { id }: { id: string }): Promise<Result<{ name: string }>> {
  const without = await refuseUnlessMay(tx, by, 'support:answer');
  if (without) return without;
  const found = await findSavedReply(tx, id);
  if (!found.ok) return found;
  const { name, text } = found.value;
  await tx.delete(savedReply).where(eq(savedReply.id, id));
  await record(tx, { thing: SAVED_REPLY_ENTITY, thingId: id, event: 'delete', by, details: { name, text } });
  return done({ name });
}
