import { and, asc, eq, inArray, isNotNull, lt, notInArray } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { file as fileTable } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { type Reader, write } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { getStorage } from '~/platform/storage/index.server';

type Purpose = (typeof fileTable.$inferSelect)['purpose'];

export type UploadUses = Record<Purpose, readonly SQLiteColumn[]>;

/** Lifetime of an unused upload, milliseconds, since its form may stay open for a while. */
export const UNUSED_UPLOAD_LIFETIME_MS = DAY;
const BATCH_SIZE = 50;

/**
 * Deletes uploads to which no row refers. The rows of uploads are deleted first, so that no form can name them any
 * more.
 * @returns whether there may be more
 */
export async function deleteUnusedUploads(uses: UploadUses): Promise<boolean> {
  let more = false;
  for (const [purpose, usedBy] of Object.entries(uses)) {
    const forgotten = await deleteUnusedRows(purpose as Purpose, usedBy);
    for (const key of forgotten) {
      // Bytes that can't be removed now are harmless, because no request can reach them.
      await getStorage()
        .remove(key)
        .catch((error) => log().error({ code: error.code, file: key }, 'unused file not removed'));
    }
    more ||= forgotten.length === BATCH_SIZE;
  }
  return more;
}

async function deleteUnusedRows(purpose: Purpose, usedBy: readonly SQLiteColumn[]): Promise<string[]> {
  return await write(async (tx) => {
    const old = and(eq(fileTable.purpose, purpose), lt(fileTable.createdAt, after(now(), -UNUSED_UPLOAD_LIFETIME_MS)));
    const unused = await tx
      .select({ id: fileTable.id, key: fileTable.storageKey })
      .from(fileTable)
      .where(and(old, ...usedBy.map((column) => notInArray(fileTable.id, referencedIds(tx, column)))))
      .orderBy(asc(fileTable.createdAt))
      .limit(BATCH_SIZE);
    if (unused.length > 0) {
      const ids = unused.map(({ id }) => id);
      await tx.delete(fileTable).where(inArray(fileTable.id, ids));
    }
    return unused.map(({ key }) => key);
  });
}

const referencedIds = (handle: Reader, column: SQLiteColumn) =>
  handle.select({ id: column }).from(column.table).where(isNotNull(column));
