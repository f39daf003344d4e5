import { count, exists, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Reader, read } from './index.server';

/** Returns the condition that a table has a row like this; the table may be an alias. */
export const hasRow = (table: SQLiteTable, where: SQL | undefined): SQL =>
  exists(read().select({ one: sql`1` }).from(table).where(where));

export async function countOf(handle: Reader, table: SQLiteTable, where?: SQL): Promise<number> {
  const [counted] = await handle.select({ n: count() }).from(table).where(where);
  return counted?.n ?? 0;
}

/** Counts rows of a table up to `max`; null where there are more. */
export async function countUpTo(max: number, table: SQLiteTable, where: SQL | undefined): Promise<number | null> {
  const some = read()
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(max + 1)
    .as('some');
  const [all] = await read().select({ n: count() }).from(some);
  return all && all.n <= max ? all.n : null;
}

/** Counts rows of several tables by one statement, each by the name that its condition has here. */
export async function countsOf<K extends string>(
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
