import { and, inArray, or } from 'drizzle-orm';
import { file } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';

const UPLOAD_COLUMNS = {
  id: file.id,
  purpose: file.purpose,
  sha256: file.sha256,
  sentSha256: file.sentSha256,
  pixelsSha256: file.pixelsSha256,
};
const DIGEST_COLUMNS = ['sha256', 'sentSha256', 'pixelsSha256'] as const;

/** Finds, for each upload, all uploads of the same purpose with the same bytes or pixels, including itself. */
async function sameContent(handle: Reader, ids: string[]): Promise<Map<string, string[]>> {
  const ownRows = ids.length === 0 ? [] : await handle.select(UPLOAD_COLUMNS).from(file).where(inArray(file.id, ids));
  if (ownRows.length === 0) return new Map();
  const known = (digest: (typeof DIGEST_COLUMNS)[number]) => ownRows.flatMap((each) => each[digest] ?? []);
  const alike = or(...DIGEST_COLUMNS.map((digest) => inArray(file[digest], known(digest))));
  const purposes = [...new Set(ownRows.map(({ purpose }) => purpose))];
  const found = await handle
    .select(UPLOAD_COLUMNS)
    .from(file)
    .where(and(inArray(file.purpose, purposes), alike));
  return new Map(
    ownRows.map((own) => {
      const same = found.filter(
        (other) =>
          other.purpose === own.purpose &&
          DIGEST_COLUMNS.some((digest) => own[digest] !== null && own[digest] === other[digest]),
      );
      return [own.id, same.map(({ id }) => id)];
    }),
  );
}

export async function recordsOfSameContent<Found extends { id: string; fileId: string | null }>(
  handle: Reader,
  records: { id: string; fileId: string | null }[],
  find: (fileIds: string[]) => PromiseLike<Found[]>,
): Promise<Map<string, Found[]>> {
  const fileIds = records.flatMap(({ fileId }) => fileId ?? []);
  const same = await sameContent(handle, fileIds);
  if (same.size === 0) return new Map();
  const found = await find([...new Set([...same.values()].flat())]);
  return new Map(
    records.map(({ id, fileId }) => {
      const alike = same.get(fileId ?? '') ?? [];
      return [id, found.filter((other) => other.id !== id && alike.includes(other.fileId ?? ''))];
    }),
  );
}
