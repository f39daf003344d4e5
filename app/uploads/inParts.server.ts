import { buffer } from 'node:stream/consumers';
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { uploadInParts } from '#drizzle/schema';
import { after, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import type { StoredFile } from '~/platform/fields/uploadedFile';
import { newId } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import { getStorage } from '~/platform/storage/index.server';
import { refuseTooLarge } from './accept.server';
import { ACCEPTED_FILES, MAX_BYTES_BY_KIND, sizeLimitKind } from './acceptedFiles';
import { findUploadByChosenFile, sha256, storeUpload } from './store.server';
import { UNUSED_UPLOAD_LIFETIME_MS } from './unused.server';

/*
 * Files that are uploaded in parts, so that a broken connection loses only one part. The next attempt resumes after the
 * last stored part.
 */

type StartedUpload = typeof uploadInParts.$inferSelect;

export type UploadProgress = { id: string; received: number; file?: StoredFile };

export type PartRefusal = Refusal & { received?: number };

/** Size of a part in bytes; the last one may be smaller. It takes five seconds at 50 kbit/s. */
export const PART_BYTES = 32 * 1024;
/** Largest number of unfinished files per person. Another one replaces the oldest. */
const MAX_UNFINISHED_FILES = 4;
const BATCH_SIZE = 50;
/** Largest number of concurrent file checks per process, since each uses several times the file's size in memory. */
const MAX_CONCURRENT_CHECKS = 4;

const sha256Field = z.string().regex(/^[0-9a-f]{64}$/);

export const startUploadSchema = z.object({
  purpose: z.enum(['proof', 'document', 'picture', 'message']),
  name: z.string().max(255),
  bytes: z.coerce.number().int().positive(),
  sha256: sha256Field,
  chosenSha256: sha256Field,
});

export const partSchema = z.object({ id: z.uuid(), offset: z.coerce.number().int().nonnegative() });

const notExpired = () => gt(uploadInParts.createdAt, after(now(), -UNUSED_UPLOAD_LIFETIME_MS));

export async function startUpload(
  ownerId: string,
  input: z.output<typeof startUploadSchema>,
): Promise<Result<UploadProgress>> {
  const { purpose, bytes, chosenSha256 } = input;
  const as = sizeLimitKind(purpose);
  if (bytes > MAX_BYTES_BY_KIND[as]) return refuseTooLarge(as, ACCEPTED_FILES[purpose]);
  const sent = await findUploadByChosenFile({ ownerId, purpose }, chosenSha256);
  if (sent) return done({ id: '', received: bytes, file: sent });
  const { begun: started, dropped } = await write(async (tx) => {
    const own = await tx
      .select()
      .from(uploadInParts)
      .where(and(eq(uploadInParts.ownerId, ownerId), notExpired()))
      .orderBy(asc(uploadInParts.createdAt));
    const same = own.find(
      (one) => one.purpose === purpose && one.sha256 === input.sha256 && one.chosenSha256 === chosenSha256,
    );
    if (same) return { begun: same, dropped: [] };
    const row: StartedUpload = { ...input, id: newId(), ownerId, received: 0, createdAt: now() };
    const over = own.slice(0, Math.max(0, own.length - MAX_UNFINISHED_FILES + 1));
    if (over.length > 0) {
      const ids = over.map(({ id }) => id);
      await tx.delete(uploadInParts).where(inArray(uploadInParts.id, ids));
    }
    await tx.insert(uploadInParts).values(row);
    return { begun: row, dropped: over };
  });
  for (const one of dropped) await removeParts(one);
  // All parts have arrived, but the answer was lost or the file could not be checked then.
  return started.received === started.bytes
    ? await finishUpload(started)
    : done({ id: started.id, received: started.received });
}

/**
 * Stores the next part of a file. Refuses `not-found` (unknown, or a day old), `out-of-order` with the expected offset, and `wrong-size`.
 */
export async function storePart(
  ownerId: string,
  { id, offset, part }: { id: string; offset: number; part: Uint8Array },
): Promise<Result<UploadProgress, PartRefusal>> {
  const own = and(eq(uploadInParts.id, id), eq(uploadInParts.ownerId, ownerId), notExpired());
  const find = async () => (await read().select().from(uploadInParts).where(own))[0];
  const started = await find();
  if (!started) return refuse('not-found', 'There is no such file on its way. Choose it again.');
  if (started.received !== offset) return outOfOrder(started);
  if (part.length !== Math.min(PART_BYTES, started.bytes - offset)) {
    return refuse('wrong-size', `A part has ${PART_BYTES} bytes, and the last one what is left.`);
  }
  try {
    await getStorage().put(partKey(started, offset), part, 'application/octet-stream');
  } catch (error) {
    return refuseStorageDown(error);
  }
  const received = offset + part.length;
  const taken = await write((tx) =>
    tx
      .update(uploadInParts)
      .set({ received })
      .where(and(own, eq(uploadInParts.received, offset)))
      .returning(),
  );
  const [next] = taken;
  if (!next) {
    const now = await find();
    if (now) return outOfOrder(now);
    // Meanwhile the file was dropped for a newer one, or completed by another request.
    await removePart(partKey(started, offset));
    return refuse('not-found', 'There is no such file on its way. Choose it again.');
  }
  return received === next.bytes ? await finishUpload(next) : done({ id, received });
}

function outOfOrder({ received }: StartedUpload): { ok: false; error: PartRefusal } {
  const message = `The next part begins at byte ${received}.`;
  return { ok: false, error: { code: 'out-of-order', message, received } };
}

const runningChecks = singleton('uploads in parts: judged', () => new Map<string, Promise<Result<UploadProgress>>>());

/** Validates and stores a complete file. Concurrent requests share the answer. */
async function finishUpload(started: StartedUpload): Promise<Result<UploadProgress>> {
  const known = runningChecks.get(started.id);
  if (known !== undefined) return await known;
  if (runningChecks.size >= MAX_CONCURRENT_CHECKS) {
    return refuse('busy', 'Many files are being checked right now. Try again in a few seconds.');
  }
  const answer = checkAndStore(started).finally(() => runningChecks.delete(started.id));
  runningChecks.set(started.id, answer);
  return await answer;
}

/** Stores the file and deletes its parts. After a temporary fault they stay, so that the browser can retry. */
async function checkAndStore(started: StartedUpload): Promise<Result<UploadProgress>> {
  const { id, ownerId, purpose, name, bytes, chosenSha256 } = started;
  const parts: Buffer[] = [];
  try {
    for (const offset of offsets(started)) {
      const part = await getStorage().get(partKey(started, offset));
      if (part) parts.push(await buffer(part));
    }
  } catch (error) {
    return refuseStorageDown(error);
  }
  const whole = new Uint8Array(Buffer.concat(parts));
  const isWhole = sha256(whole) === started.sha256;
  // Another process may have stored it and removed its parts.
  const saved = isWhole ? null : await findUploadByChosenFile({ ownerId, purpose }, chosenSha256);
  if (saved) return done({ id, received: bytes, file: saved });
  const stored = isWhole
    ? await storeUpload(new File([whole], name), { ownerId, purpose }, chosenSha256)
    : refuse('broken', 'The file arrived broken. Choose it again.', ACCEPTED_FILES[purpose].field);
  if (!stored.ok && ['busy', 'storage-down'].includes(stored.error.code)) return stored;
  await write((tx) => tx.delete(uploadInParts).where(eq(uploadInParts.id, id)));
  await removeParts(started);
  return stored.ok ? done({ id, received: bytes, file: { id: stored.value.id, name: stored.value.name } }) : stored;
}

const partKey = ({ id }: StartedUpload, offset: number): string => `${id}-part-${offset}`;

const offsets = ({ received }: StartedUpload): number[] =>
  Array.from({ length: Math.ceil(received / PART_BYTES) }, (_, index) => index * PART_BYTES);

async function removeParts(started: StartedUpload): Promise<void> {
  for (const offset of offsets(started)) await removePart(partKey(started, offset));
}

/** Removes one part. If that fails it is harmless, because no request can reach the part. */
const removePart = (key: string): Promise<void> =>
  getStorage()
    .remove(key)
    .catch((error) => log().error({ code: error.code, file: key }, 'unused file not removed'));

function refuseStorageDown(error: unknown) {
  log().error({ code: (error as { code?: string }).code }, 'file storage failed');
  return refuse('storage-down', 'Files can’t be stored just now. Try again in a few minutes.');
}

/** Deletes files that were not completed within a day. @returns whether there may be more */
export async function deleteUnfinishedUploads(): Promise<boolean> {
  const old = await write(async (tx) => {
    const found = await tx
      .select()
      .from(uploadInParts)
      .where(lt(uploadInParts.createdAt, after(now(), -UNUSED_UPLOAD_LIFETIME_MS)))
      .orderBy(asc(uploadInParts.createdAt))
      .limit(BATCH_SIZE);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(uploadInParts).where(inArray(uploadInParts.id, ids));
    return found;
  });
  for (const one of old) await removeParts(one);
  return old.length === BATCH_SIZE;
}
