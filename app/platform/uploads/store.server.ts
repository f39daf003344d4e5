import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import { file as fileTable } from '#drizzle/schema';
import { now } from '../clock';
import { read, statement, write } from '../db/index.server';
import { newId } from '../ids';
import { log } from '../log.server';
import { done, type Result, refuse } from '../result';
import { storage } from '../storage/index.server';
import {
  type Accepted,
  type Asked,
  acceptDocument,
  acceptImage,
  MOST_DOCUMENT_BYTES,
  MOST_IMAGE_BYTES,
  tooLarge,
} from './accept.server';

type Upload = typeof fileTable.$inferSelect;
type Purpose = Upload['purpose'];

/** Pictures that are only ever shown small are kept small: the longest side, in pixels. */
const SMALL = 640;

/** What each purpose is called in its form, and how small it may be kept. */
const ASKED: Record<Purpose, Asked & { fit?: number }> = {
  proof: { field: 'proof', what: 'The proof' },
  document: { field: 'document', what: 'The document' },
  picture: { field: 'profilepicture', what: 'The picture', fit: SMALL },
  trader: { field: 'traderImage', what: 'The picture', fit: SMALL },
};

/**
 * Accepts a file from a form and keeps it: the bytes first, then the row, so that no row ever speaks of bytes that are not
 * there. A process that dies in between leaves bytes that nothing names, which harm nobody. Not to be called inside
 * `write`. The codes `storage-down` and `busy` are a 503, every other refusal is about the file.
 */
export async function storeUpload(
  given: File,
  { ownerId, purpose }: { ownerId: string; purpose: Purpose },
): Promise<Result<{ id: string; name: string; type: string }>> {
  const accepted = await accept(given, purpose);
  if (!accepted.ok) return accepted;
  const { bytes, name, type } = accepted.value;
  const id = newId();
  try {
    await storage().put(id, bytes, type);
  } catch (error) {
    return storageDown(error, ASKED[purpose].field);
  }
  const row: Upload = {
    id,
    ownerId,
    purpose,
    name,
    type,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    storageKey: id,
    createdAt: now(),
  };
  try {
    await write(async (tx) => {
      await tx.insert(fileTable).values(row);
    });
  } catch (error) {
    await storage()
      .remove(id)
      .catch(() => {});
    throw error;
  }
  return done({ id, name, type });
}

async function accept(given: File, purpose: Purpose): Promise<Result<Accepted>> {
  const asked = ASKED[purpose];
  // Before it is read into memory; what it turns out to be may have a lower limit yet.
  if (purpose === 'document' && given.size > MOST_DOCUMENT_BYTES) return tooLarge('document', asked);
  if (purpose !== 'document' && given.size > MOST_IMAGE_BYTES) return tooLarge('picture', asked);
  const bytes = new Uint8Array(await given.arrayBuffer());
  return purpose === 'document'
    ? await acceptDocument(bytes, given.name, asked)
    : await acceptImage(bytes, given.name, asked);
}

const uploadById = statement('upload-by-id', (handle) =>
  handle
    .select()
    .from(fileTable)
    .where(eq(fileTable.id, sql.placeholder('id'))),
);

const uploadOfOwner = statement('upload-of-owner', (handle) =>
  handle
    .select()
    .from(fileTable)
    .where(and(eq(fileTable.id, sql.placeholder('id')), eq(fileTable.ownerId, sql.placeholder('ownerId')))),
);

/** An upload for its owner; null when there is none or it is somebody else's, which must look alike. */
export async function findUpload(id: string, ownerId: string): Promise<Upload | null> {
  return (await uploadOfOwner(read(), { id, ownerId }))[0] ?? null;
}

/** Any upload: for administrators only. */
export async function findAnyUpload(id: string): Promise<Upload | null> {
  return (await uploadById(read(), { id }))[0] ?? null;
}

/** The bytes of an upload; refused as `storage-down` when they can't be had now. */
export async function openUpload({ id, storageKey }: Upload): Promise<Result<Readable>> {
  try {
    const stream = await storage().get(storageKey);
    if (stream) return done(stream);
    log().error({ file: id }, 'stored file is missing');
    return refuse('gone', 'This file is no longer there');
  } catch (error) {
    return storageDown(error);
  }
}

function storageDown(error: unknown, field?: string) {
  log().error({ code: (error as { code?: string }).code }, 'file storage failed');
  return refuse('storage-down', "Files can't be stored or read just now. Try again in a few minutes.", field);
}

/**
 * The headers to serve an upload with: only ever as the type that was found in it, sandboxed, kept by nobody but the
 * browser it was sent to; a PDF as an attachment, since it can hold scripts of its own.
 */
export function uploadHeaders({ name, type, bytes }: Upload): Record<string, string> {
  const ascii = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': `${type === 'application/pdf' ? 'attachment' : 'inline'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, max-age=300',
  };
}
