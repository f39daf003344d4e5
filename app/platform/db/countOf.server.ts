import { count, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader } from './index.server';

/** How many rows of a table fit; all of them without a condition. */
export async function countOf(handle: Reader, table: SQLiteTable, where?: SQL): Promise<number> {
  const [counted] = await handle.select({ n: count() }).from(table).where(where);
  return counted?.n ?? 0;
}
