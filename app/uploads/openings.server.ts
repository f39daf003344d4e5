import { and, eq, gt } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import { after, MINUTE, now } from '~/platform/clock';
import { NO_LOCKS, read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { createAdminActor } from '~/platform/states';
import type { Upload } from './store.server';

export const UPLOAD_ENTITY = 'upload';

/** Time during which repeated requests for a document by a page are recorded only once, milliseconds. */
const REPEATED_OPENING_MS = 10 * MINUTE;

/** Records in the audit log that an administrator opened a user's document, proof or message. */
export async function recordUploadOpening({ id, purpose, ownerId }: Upload, administratorId: string): Promise<void> {
  const same = and(
    eq(event.thing, UPLOAD_ENTITY),
    eq(event.thingId, id),
    eq(event.actorId, administratorId),
    gt(event.at, after(now(), -REPEATED_OPENING_MS)),
  );
  const [known] = await read().select({ id: event.id }).from(event).where(same).limit(1);
  if (known) return;
  const opened = {
    thing: UPLOAD_ENTITY,
    thingId: id,
    event: 'open',
    by: createAdminActor(administratorId),
    userId: ownerId,
  };
  await write((tx) => record(tx, { ...opened, details: { document: purpose } }), NO_LOCKS);
}
