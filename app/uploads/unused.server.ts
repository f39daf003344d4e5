import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { file as fileTable } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { storage } from '~/platform/storage/index.server';

type Purpose = (typeof fileTable.$inferSelect)['purpose'];

/** For each purpose the column that names the uploads of it that are used; null where none is used once its form is done. */
export type UploadUses = Record<Purpose, SQLiteColumn | null>;

/** A form with a file may lie open for a while before it is sent whole. */
const KEPT_UNUSED = DAY;
const AT_ONCE = 50;

/**
 * A job: uploads that nothing names are deleted, such as a picture that was replaced and a document whose form was never sent
 * whole. The rows go first: from then on no form can name them.
 * @returns whether there may be more
 */
export async function forgetUnusedUploads(uses: UploadUses): Promise<boolean> {
  let more = false;
  for (const [purpose, usedBy] of Object.entries(uses)) {
    const forgotten = await forgetRows(purpose as Purpose, usedBy);
    for (const key of forgotten) {
      // What can't be removed now is bytes that no request can reach.
      await storage()
        .remove(key)
        .catch((error) => log().error({ code: error.code, file: key }, 'unused file not removed'));
    }
    more ||= forgotten.length === AT_ONCE;
  }
  return more;
}

async function forgetRows(purpose: Purpose, usedBy: SQLiteColumn | null): Promise<string[]> {
  return await write(async (tx) => {
    const old = and(eq(fileTable.purpose, purpose), lt(fileTable.createdAt, after(now(), -KEPT_UNUSED)));
    const files = tx.select({ id: fileTable.id, key: fileTable.storageKey }).from(fileTable);
    const forgettable = usedBy
      ? files.leftJoin(usedBy.table, eq(usedBy, fileTable.id)).where(and(old, isNull(usedBy)))
      : files.where(old);
    const unused = await forgettable.orderBy(asc(fileTable.createdAt)).limit(AT_ONCE);
    if (unused.length > 0) {
      const ids = unused.map(({ id }) => id);
      await tx.delete(fileTable).where(inArray(fileTable.id, ids));
    }
    return unused.map(({ key }) => key);
  });
}
