import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { and, count, eq, ne, notInArray, sql, sum } from 'drizzle-orm';
import { file as fileTable, trader, user } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, prepared, type Reader, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { getPublicOrigin } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { getCurrentAddress } from '~/platform/process/callContext.server';
import { done, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import { getStorage } from '~/platform/storage/index.server';
import type { ByteRange } from '~/platform/storage/storage';
import { FILE_RIGHTS, hasRight, type RoleHolder } from '~/signIns/rights';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { acceptDocument, acceptImage, acceptTable, refuseTooLarge } from './accept.server';
import { ACCEPTED_FILES, MAX_BYTES_BY_KIND, sizeLimitKind } from './acceptedFiles';

export type Upload = typeof fileTable.$inferSelect;
type Purpose = Upload['purpose'];

const ADMINISTRATOR_PURPOSES: Purpose[] = ['trader', 'log', 'statement'];

export const getUploadField = (purpose: Purpose): string => ACCEPTED_FILES[purpose].field;

type Owned = { ownerId: string; purpose: Purpose };
type Stored = Result<Pick<Upload, 'id' | 'name' | 'type'>>;

const runningStores = singleton('uploads-underway', () => new Map<string, Promise<Stored>>());

/**
 * Stores a form's file outside of `write`: the bytes first, so that no row lacks them, and once per owner, purpose and content. Refusals
 * `storage-down` and `busy` are 503. `chosenSha256` is the digest from before a browser shrank the file.
 */
export async function storeUpload(input: File, owned: Owned, chosenSha256?: string): Promise<Stored> {
  const { purpose, ownerId } = owned;
  const allowed = ACCEPTED_FILES[purpose];
  // The largest limit is checked before the file is read into memory. The limit of its type may be lower.
  if (input.size > MAX_BYTES_BY_KIND[sizeLimitKind(purpose)]) return refuseTooLarge(sizeLimitKind(purpose), allowed);
  const bytes = new Uint8Array(await input.arrayBuffer());
  const what = `${ownerId} ${purpose} ${sha256(bytes)}`;
  const same = runningStores.get(what);
  if (same !== undefined) return await same;
  const storing = acceptAndStore(bytes, input.name, owned, chosenSha256).finally(() => runningStores.delete(what));
  runningStores.set(what, storing);
  return await storing;
}

async function acceptAndStore(
  sent: Uint8Array,
  declaredName: string,
  owned: Owned,
  sentSha256 = sha256(sent),
): Promise<Stored> {
  const { ownerId, purpose } = owned;
  const allowed = ACCEPTED_FILES[purpose];
  const accept = { document: acceptDocument, picture: acceptImage, table: acceptTable }[sizeLimitKind(purpose)];
  const { subscriber, network } = getNetworkOrigin(getCurrentAddress());
  const accepted = await accept(sent, declaredName, {
    ...allowed,
    renderOwner: { account: ownerId, subscriber, network },
  });
  if (!accepted.ok) return accepted;
  const { bytes, name, type, pixels = null } = accepted.value;
  const content = { ...owned, sha256: sha256(bytes) };
  const saved = await findSame(read(), content);
  const overQuota = saved ? null : await refuseOverQuota(read(), owned, bytes.length);
  if (overQuota) return overQuota;
  const id = saved?.id ?? newId();
  try {
    // The bytes are written even if the row exists, in case the storage has lost them.
    await getStorage().put(id, bytes, type);
  } catch (error) {
    return storageDown(error, allowed.field);
  }
  if (saved) return done(saved);
  const row: Upload = {
    id,
    ownerId,
    purpose,
    name,
    type,
    bytes: bytes.length,
    sha256: content.sha256,
    sentSha256,
    pixelsSha256: pixels,
    storageKey: id,
    createdAt: now(),
  };
  const forget = () =>
    getStorage()
      .remove(id)
      .catch(() => {});
  try {
    const stored: Stored = await write(async (tx) => {
      // Another process may have stored the same file meanwhile.
      const same = await findSame(tx, content);
      if (same) return done(same);
      const full = await refuseOverQuota(tx, owned, bytes.length);
      if (full) return full;
      await tx.insert(fileTable).values(row);
      return done({ id, name, type });
    });
    if (!stored.ok || stored.value.id !== id) await forget();
    return stored;
  } catch (error) {
    await forget();
    throw error;
  }
}

const selectOwnerUsage = prepared('uploads-kept-by', (handle) =>
  handle
    .select({ files: count(), bytes: sum(fileTable.bytes) })
    .from(fileTable)
    .where(
      and(eq(fileTable.ownerId, sql.placeholder('ownerId')), notInArray(fileTable.purpose, ADMINISTRATOR_PURPOSES)),
    ),
);

async function refuseOverQuota(handle: Reader, { ownerId, purpose }: Owned, bytes: number) {
  if (ADMINISTRATOR_PURPOSES.includes(purpose)) return null;
  const { filesPerAccount: mostFiles, fileMegabytesPerAccount: megabytes } = env().LIMITS;
  const [stored] = await selectOwnerUsage(handle, { ownerId });
  if (!stored) return null;
  if (stored.files < mostFiles && Number(stored.bytes) + bytes <= megabytes * 1024 * 1024) return null;
  const message = `One account keeps at most ${mostFiles} files and ${megabytes} MB, and yours is full. Please write to support.`;
  return refuse('full', message, ACCEPTED_FILES[purpose].field);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const sameUpload = prepared('upload-same', (handle) =>
  handle
    .select({ id: fileTable.id, name: fileTable.name, type: fileTable.type })
    .from(fileTable)
    .where(
      and(
        eq(fileTable.ownerId, sql.placeholder('ownerId')),
        eq(fileTable.purpose, sql.placeholder('purpose')),
        eq(fileTable.sha256, sql.placeholder('sha256')),
      ),
    )
    .limit(1),
);

const findSame = async (handle: Reader, content: Owned & { sha256: string }) => (await sameUpload(handle, content))[0];

export async function findUploadByChosenFile(
  owned: Owned,
  chosenSha256: string,
): Promise<Pick<Upload, 'id' | 'name'> | null> {
  const { ownerId, purpose } = owned;
  const [found] = await read()
    .select({ id: fileTable.id, name: fileTable.name })
    .from(fileTable)
    .where(and(eq(fileTable.sentSha256, chosenSha256), eq(fileTable.ownerId, ownerId), eq(fileTable.purpose, purpose)))
    .limit(1);
  return found ?? null;
}

const uploadById = prepared('upload-by-id', (handle) =>
  handle
    .select()
    .from(fileTable)
    .where(eq(fileTable.id, sql.placeholder('id'))),
);

const uploadOfOwner = prepared('upload-of-owner', (handle) =>
  handle
    .select()
    .from(fileTable)
    .where(and(eq(fileTable.id, sql.placeholder('id')), eq(fileTable.ownerId, sql.placeholder('ownerId')))),
);

/** Returns an upload to its owner; answers "missing" for another user's upload. */
export async function findUpload(id: string, ownerId: string): Promise<Upload | null> {
  return (await uploadOfOwner(read(), { id, ownerId }))[0] ?? null;
}

export async function isOwnUpload(tx: Handle, { id, ownerId, purpose }: Owned & { id: string }): Promise<boolean> {
  return (await uploadOfOwner(tx, { id, ownerId }))[0]?.purpose === purpose;
}

export const isPicture = ({ purpose }: Upload): boolean => purpose === 'trader' || purpose === 'picture';

/** Returns the ID in an upload's address; returns any other address unchanged. */
export function parseUploadId(named: string): string {
  const path = named.startsWith(getPublicOrigin()) ? named.slice(getPublicOrigin().length) : named;
  // A picture's address has a query (`pictureLink`).
  return path.replace(/^\/files\/([^?]*)(\?.*)?$/, '$1');
}

const selectCopiedInvestorPicture = prepared('upload-face-of-copied', (handle) =>
  handle
    .select({ id: trader.id })
    .from(trader)
    .innerJoin(user, eq(user.id, trader.ownerUserId))
    .where(and(eq(user.pictureFileId, sql.placeholder('id')), ne(trader.status, 'retired')))
    .limit(1),
);

/** Returns an upload that a reader may see: pictures of traders are public; others are open to their owner and the staff. */
export async function findUploadFor(
  id: string,
  { userId, staff, linked = false }: { userId: string | null; staff: RoleHolder | null; linked?: boolean },
): Promise<Upload | null> {
  const [found] = await uploadById(read(), { id });
  if (!found) return null;
  const right = FILE_RIGHTS[found.purpose];
  const isOpen =
    right === null || (userId !== null && found.ownerId === userId) || (linked && found.purpose === 'picture');
  if (isOpen || (staff !== null && hasRight(staff, right))) return found;
  const isSeen =
    userId !== null && found.purpose === 'picture' && (await selectCopiedInvestorPicture(read(), { id })).length > 0;
  return isSeen ? found : null;
}

export async function readUploadText(id: string, ownerId: string): Promise<Result<string>> {
  const found = await findUpload(id, ownerId);
  if (!found) return refuse('gone', 'This file is no longer there. Choose it again.');
  const opened = await openUpload(found);
  return opened.ok ? done(await text(opened.value)) : opened;
}

export async function openUpload({ id, storageKey }: Upload, range?: ByteRange): Promise<Result<Readable>> {
  try {
    const stream = await getStorage().get(storageKey, range);
    if (stream) return done(stream);
    log().error({ file: id }, 'stored file is missing');
    return refuse('gone', 'This file is no longer there');
  } catch (error) {
    return storageDown(error);
  }
}

function storageDown(error: unknown, field?: string) {
  log().error({ code: (error as { code?: string }).code }, 'file storage failed');
  return refuse('storage-down', 'Files can’t be stored or read just now. Try again in a few minutes.', field);
}

/**
 * Returns the headers of an upload: real type, sandbox, private cache. Files other than pictures are attachments, since PDFs can contain
 * scripts.
 */
export function uploadHeaders({ name, type, bytes, purpose, sha256: hash }: Upload): Record<string, string> {
  const ascii = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Accept-Ranges': 'bytes',
    'Content-Disposition': `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // Identity documents must not stay in the cache of a shared device.
    'Cache-Control': purpose === 'document' ? 'private, no-store' : 'private, max-age=300',
    ETag: `"${hash}"`,
  };
}
