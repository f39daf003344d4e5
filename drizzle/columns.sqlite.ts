import { check, customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Largest number of cents for which a double (and so JSON and SQLite's driver) distinguishes neighbouring values. */
export const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns an amount, or throws if it could not be read back exactly. */
export function safeCents(value: bigint): bigint {
  if (value > MAX_CENTS || value < -MAX_CENTS) throw new RangeError(`${value} cents is past what is stored exactly`);
  return value;
}

const centsColumn = customType<{ data: bigint; driverData: bigint | number }>({
  dataType: () => 'integer',
  toDriver: safeCents,
  fromDriver: (value) => BigInt(value),
});

/** Integer as decimal text with any number of digits, the same on both engines. */
export const exactText = {
  to: (value: bigint): string => String(value),
  from: (value: string): bigint => BigInt(value),
};

const exactColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  toDriver: exactText.to,
  fromDriver: exactText.from,
});

const instantColumn = customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => value.getTime(),
  fromDriver: (value) => new Date(value),
});

/** Column makers that the schema uses; `columns.postgres.ts` defines the same ones. */
export const columns = {
  table: sqliteTable,
  /** Column of UTF-8 text. */
  text: (name: string) => text(name),
  /** A UUIDv7 as text, or another short key. */
  id: (name: string) => text(name),
  /** US dollar cents, `bigint` in code. */
  cents: (name: string) => centsColumn(name),
  /** Hundred-millionths of a coin, `bigint` in code. */
  coins: (name: string) => centsColumn(name),
  /**
   * An integer that may exceed 2^53 (sizes, prices, costs of trading), `bigint` in code. It is stored as text, so SQL
   * can't sort by it.
   */
  exact: (name: string) => exactColumn(name),
  /** A UTC instant, `Date` in code, milliseconds since 1970 in the database. */
  instant: (name: string) => instantColumn(name),
  flag: (name: string) => integer(name, { mode: 'boolean' }),
  /** An integer that is not money. */
  int: (name: string) => integer(name),
  json: (name: string) => text(name, { mode: 'json' }),
  index,
  uniqueIndex,
  check,
};
