import { boolean, check, customType, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { exactText, safeCents, type columns as sqliteColumns } from './columns.sqlite';

const centsColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'bigint',
  toDriver: (value) => String(safeCents(value)),
  fromDriver: (value) => BigInt(value),
});

const exactColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  toDriver: exactText.to,
  fromDriver: exactText.from,
});

const instantColumn = customType<{ data: Date; driverData: string | number }>({
  dataType: () => 'bigint',
  toDriver: (value) => value.getTime(),
  fromDriver: (value) => new Date(Number(value)),
});

/** Column makers of `columns.sqlite.ts` for PostgreSQL, cast to the SQLite types so that one schema type-checks for both. */
export const columns = {
  table: pgTable,
  text: (name: string) => text(name),
  id: (name: string) => text(name),
  cents: (name: string) => centsColumn(name),
  coins: (name: string) => centsColumn(name),
  exact: (name: string) => exactColumn(name),
  instant: (name: string) => instantColumn(name),
  flag: (name: string) => boolean(name),
  int: (name: string) => integer(name),
  json: (name: string) => jsonb(name),
  index,
  uniqueIndex,
  check,
} as unknown as typeof sqliteColumns;
