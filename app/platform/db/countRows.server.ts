import { count, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader } from './index.server';

export async function countRows(handle: Reader, table: SQLiteTable, where?: SQL): Promise<number> {
  const [counted] = await handle.select({ n: count() }).from(table).where(where);
  return counted?.n ?? 0;
}

/** Counts rows by several conditions in one statement. Returns each count under the name of its condition. */
export async function countRowsByCondition<K extends string>(
  handle: Reader,
  counted: Record<K, { table: SQLiteTable; where?: SQL }>,
): Promise<Record<K, number>> {
  const columns = Object.entries<{ table: SQLiteTable; where?: SQL }>(counted).map(([name, { table, where }]) => [
    name,
    sql<number>`${handle.select({ n: count() }).from(table).where(where)}`.mapWith(Number).as(name),
  ]);
  const [row] = await handle.select(Object.fromEntries(columns)).from(sql`(select 1) as one`);
  return row as Record<K, number>;
}
