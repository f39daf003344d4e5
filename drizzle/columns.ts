import { type SQL, sql } from 'drizzle-orm';
import { columns as postgres } from './columns.postgres';
import { columns as sqlite } from './columns.sqlite';

/** True on PostgreSQL. Derived from DATABASE_URL once, before any table is defined. */
export const onPostgres = /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '');

export const { table, text, id, cents, coins, exact, instant, flag, int, json, index, uniqueIndex, check } = onPostgres
  ? postgres
  : sqlite;

/** Returns the condition that a text column has one of some values. */
export const oneOf = (column: unknown, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
