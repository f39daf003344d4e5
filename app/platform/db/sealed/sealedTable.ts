import { hash } from 'node:crypto';
import { type Column, getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { protectionOf } from '#drizzle/protection';
import { getTableShape, type TableShape, toDriver } from '../bulk';

/** Table whose rows have versions, with its sealed columns and its key. */
export type SealedTable = {
  name: string;
  table: SQLiteTable;
  shape: TableShape;
  key: string;
  keyColumn: Column;
  /** Sealed columns in the order of their names, each with its default in the format of the digest. */
  sealed: { key: string; column: Column; absent: string | null; isLater: boolean }[];
  keysReturn: boolean;
  expendable: boolean;
  /** Rows that every audit of changes compares: all, or those that meet a condition; null for none. */
  often: 'whole' | { open: SQL } | null;
};

const knownTables = new WeakMap<SQLiteTable, SealedTable | null>();

export function getSealedTable(table: SQLiteTable): SealedTable | null {
  let made = knownTables.get(table);
  if (made === undefined) {
    made = createSealedTable(table);
    knownTables.set(table, made);
  }
  return made;
}

function createSealedTable(table: SQLiteTable): SealedTable | null {
  const protection = protectionOf(table);
  if (!protection || !('sealed' in protection)) return null;
  const shape = getTableShape(table);
  const columns = shape.keys.map((key, at) => ({ key, column: shape.columns[at] as Column }));
  const primary = columns.filter(({ column }) => column.primary);
  const [keyed] = primary;
  if (!keyed || primary.length > 1) throw new Error(`${shape.name} needs one column as its key to be sealed`);
  const { except = {}, later = [] } = protection;
  const sealed = columns
    .filter(({ key }) => !(key in except))
    .map(({ key, column }) => ({
      key,
      column,
      absent: getColumnDefault(column),
      isLater: later.includes(key as never),
    }))
    .sort((a, b) => (a.column.name < b.column.name ? -1 : 1));
  const { keysReturn = false, expendable = false, often = null } = protection;
  return {
    name: getTableName(table),
    table,
    shape,
    key: keyed.key,
    keyColumn: keyed.column,
    sealed,
    keysReturn,
    expendable,
    often,
  };
}

const getColumnDefault = (column: Column): string | null =>
  column.default === undefined ? null : toCanonicalValue(column, toDriver(column, column.default));

/** Returns a value in the same format for both engines: flags as 0 and 1, times in milliseconds, JSON with sorted keys. */
export function toCanonicalValue(column: Column, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (column.dataType === 'boolean') return value === true ? '1' : value === false ? '0' : String(value);
  if (column.dataType === 'json') return toCanonicalJson(value);
  return String(value);
}

/** Returns JSON with sorted keys, from JSON text or a value. Other text gets a prefix that says so. */
export function toCanonicalJson(value: unknown): string {
  if (value === '[]' || value === '{}') return value;
  try {
    return JSON.stringify(sortKeys(typeof value === 'string' ? JSON.parse(value) : value));
  } catch {
    return `not JSON: ${String(value)}`;
  }
}

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
};

/**
 * Returns the digest of a row's sealed columns, without those that have their default (usually null): SHA-256 in
 * base64url over the columns of the first layout, followed by `;column:digest` for each `later` column. A process of an
 * earlier version does not know a later column. It copies that column's digest from the row's last version, and so
 * vouches only for columns that it has compared.
 * @param stored returns the value of a column as the driver has it
 * @param last the digest in the row's newest version
 */
function calculateDigest({ sealed }: SealedTable, stored: (key: string, column: Column) => unknown, last = ''): string {
  let text = '';
  const parts: string[] = [];
  for (const { key, column, absent, isLater } of sealed) {
    const value = toCanonicalValue(column, stored(key, column));
    if (value === absent) continue;
    const part = value ?? 'null';
    const named = `${column.name}${value === null ? '!' : '='}${Buffer.byteLength(part)}:${part}`;
    if (isLater) parts.push(`${column.name}:${sha256(named)}`);
    else text += named;
  }
  if (parts.length === 0 && !last.includes(';')) return sha256(text);
  const [, ...before] = last.split(';');
  const unknown = before.filter((part) => !sealed.some(({ column }) => part.startsWith(`${column.name}:`)));
  return [sha256(text), ...[...parts, ...unknown].sort()].join(';');
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/** Returns the digest of a row with the code's column names. @param last as in `calculateDigest` */
export const calculateRowDigest = (sealed: SealedTable, row: Record<string, unknown>, last?: string): string =>
  calculateDigest(sealed, (key, column) => toDriver(column, row[key]), last);

/** Returns the digest of a row with the database's column names. @param last as in `calculateDigest` */
export const calculateStoredRowDigest = (sealed: SealedTable, row: Record<string, unknown>, last: string): string =>
  calculateDigest(sealed, (_key, column) => row[column.name], last);

export const MISSING_ROW_DIGEST = sha256('no row');
