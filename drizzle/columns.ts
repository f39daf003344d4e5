import { type SQL, sql } from 'drizzle-orm';
import { columns as postgres } from './columns.postgres';
import { columns as sqlite } from './columns.sqlite';

/** Engine that this process speaks to; decided once, by DATABASE_URL, before any table is described. */
export const onPostgres = /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '');

export const { table, text, id, cents, coins, exact, instant, flag, int, json, index, uniqueIndex, check } = onPostgres
  ? postgres
  : sqlite;

/** The condition that a text column holds one of a few known words. */
export const oneOf = (column: unknown, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
