import { inArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { user } from '#drizzle/schema';
import { read, type WriteLocks } from '~/platform/db/index.server';

export type OwnedTable = SQLiteTable & { id: SQLiteColumn; userId: SQLiteColumn };

/** Returns the locks for decisions about these users: their rows, and those of referrers who may earn a bonus. */
export async function getDecisionLocks(which: SQL): Promise<WriteLocks> {
  const found = await read().select({ id: user.id, referrerId: user.referrerId }).from(user).where(which);
  return { users: found.flatMap(({ id, referrerId }) => (referrerId ? [id, referrerId] : [id])) };
}

/** Returns the locks for decisions about rows of a table, by the IDs of the rows. */
export const getOwnerLocks = (table: OwnedTable, ids: string[]): Promise<WriteLocks> =>
  getDecisionLocks(
    inArray(
      user.id,
      read()
        .select({ id: table.userId })
        .from(table as SQLiteTable)
        .where(inArray(table.id, ids)),
    ),
  );
