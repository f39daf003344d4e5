import { Column, getTableColumns, getTableName, is, SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { rowVersion } from '#drizzle/schema';

export type BulkRow<T extends SQLiteTable> = T['$inferSelect'];

/** Row to insert. Nullable columns and columns with a default may be omitted. */
export type NewRow<T extends SQLiteTable> = T['$inferInsert'];

/** Filter of rows: a value per column. One of the columns may have several values. */
export type RowFilter<T extends SQLiteTable> = { [key in keyof BulkRow<T>]?: BulkRow<T>[key] | BulkRow<T>[key][] };

/** Named PostgreSQL statement that locks rows. All such statements lock rows in the same order. */
export type RowLock = { name: string; text: string; values: unknown[] };

export type RowVersion = typeof rowVersion.$inferSelect;

/** Row with its newest version, both read by one statement. `version` is null if there is none. */
export type VersionedRow<Row> = { row: Row; version: RowVersion | null };

/** Statements on many rows of a table. They are built once, and make as few round trips as the engine allows. */
export type BulkStatements = {
  find<T extends SQLiteTable>(table: T, filter: RowFilter<T>): Promise<BulkRow<T>[]>;
  /** Locks rows until the transaction ends, if the engine has row locks. */
  lock(lock: RowLock): Promise<void>;
  /** Finds rows like `find`, each with its newest version, in tables whose rows have versions. */
  findVersioned<T extends SQLiteTable>(table: T, filter: RowFilter<T>): Promise<VersionedRow<BulkRow<T>>[]>;
  /** Finds, for each combination of the wanted values, the row with the highest value of `by`. */
  newest<T extends SQLiteTable>(table: T, filter: RowFilter<T>, by: keyof BulkRow<T>): Promise<BulkRow<T>[]>;
  /** @param replace columns to update if a row with the same key exists */
  insert<T extends SQLiteTable>(table: T, rows: BulkRow<T>[], replace: (keyof BulkRow<T>)[]): Promise<void>;
  /** Changes some columns of existing rows, each found by its primary key. */
  change<T extends SQLiteTable>(table: T, rows: BulkRow<T>[], columns: (keyof BulkRow<T>)[]): Promise<void>;
};

type ValueConversion = (value: unknown) => unknown;

export type TableShape = {
  name: string;
  keys: string[];
  columns: Column[];
  names: string[];
  /** Conversion of each column's values to (`to`) and from (`from`) the driver; null if none is needed. */
  to: (ValueConversion | null)[];
  from: (ValueConversion | null)[];
  json: string[];
};

const tableShapes = new WeakMap<SQLiteTable, TableShape>();

/** Returns the columns of a table in a fixed order, with their names in the code and in the database. */
export function getTableShape(table: SQLiteTable): TableShape {
  let shape = tableShapes.get(table);
  if (!shape) {
    const columns = Object.entries(getTableColumns(table));
    shape = {
      name: getTableName(table),
      keys: columns.map(([key]) => key),
      columns: columns.map(([, column]) => column),
      names: columns.map(([, column]) => column.name),
      to: columns.map(([, column]) =>
        column.mapToDriverValue === Column.prototype.mapToDriverValue
          ? null
          : (value) => column.mapToDriverValue(value),
      ),
      from: columns.map(([, column]) =>
        column.mapFromDriverValue === Column.prototype.mapFromDriverValue
          ? null
          : (value) => column.mapFromDriverValue(value),
      ),
      json: columns.flatMap(([key, column]) => (column.dataType === 'json' ? key : [])),
    };
    tableShapes.set(table, shape);
  }
  return shape;
}

export const toDriver = (column: Column, value: unknown): unknown =>
  value == null ? null : column.mapToDriverValue(value);

/** Adds defaults for the columns that a row lacks. Returns null if only the database can compute a value. */
export function completeRow(
  { keys, columns }: TableShape,
  row: Record<string, unknown>,
): Record<string, unknown> | null {
  const complete: Record<string, unknown> = {};
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    const { default: usual = null, defaultFn, generated } = columns[at] as Column;
    const value = row[key] === undefined ? (defaultFn?.() ?? usual) : row[key];
    if (generated || is(value, SQL)) return null;
    complete[key] = value;
  }
  return complete;
}

export function toDriverRow({ keys, to }: Pick<TableShape, 'keys' | 'to'>, row: Record<string, unknown>): unknown[] {
  const values: unknown[] = new Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const value = row[keys[at] as string] ?? null;
    const convert = to[at];
    values[at] = value === null || !convert ? value : convert(value);
  }
  return values;
}

export function fromDriver<T extends SQLiteTable>({ keys, from }: TableShape, values: unknown[]): BulkRow<T> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < keys.length; at++) {
    const value = values[at];
    const convert = from[at];
    row[keys[at] as string] = value === null || !convert ? value : convert(value);
  }
  return row as BulkRow<T>;
}

const partialShapes = new Map<string, TableShape>();

/** Returns the shape of a part of a table: the primary key first, then the columns in `keys`. */
export function getPartialShape(shape: TableShape, keys: PropertyKey[]): TableShape {
  const name = `${shape.name} ${keys.join()}`;
  let part = partialShapes.get(name);
  if (!part) {
    const places = [
      shape.columns.findIndex(({ primary }) => primary),
      ...keys.map((key) => shape.keys.indexOf(key as string)),
    ];
    const of = <T>(all: T[]): T[] => places.map((at) => all[at] as T);
    const { columns, names, to, from } = shape;
    part = { ...shape, keys: of(shape.keys), columns: of(columns), names: of(names), to: of(to), from: of(from) };
    partialShapes.set(name, part);
  }
  return part;
}

const quoted = (name: string) => `"${name}"`;

/** @param test returns the SQL comparison of a column, given its name and its index among the conditions */
export function createSelectText(
  { name, names, keys, columns }: TableShape,
  filter: string[],
  test: (column: Column, place: number) => string,
): string {
  const conditions = filter.map((key, place) => {
    const column = columns[keys.indexOf(key)] as Column;
    return `${quoted(column.name)} ${test(column, place)}`;
  });
  return `select ${names.map(quoted).join(', ')} from ${quoted(name)} where ${conditions.join(' and ')}`;
}

/** @param rowsText statement of `createSelectText`, to which the columns of the newest versions are added */
export function createVersionedSelectText({ name, columns }: TableShape, rowsText: string): string {
  const key = quoted((columns.find(({ primary }) => primary) as Column).name);
  const versionColumns = getTableShape(rowVersion).names.map((each) => `v.${quoted(each)}`);
  const own = `thing = '${name}' and row_key = r.${key}`;
  return `select r.*, ${versionColumns.join(', ')} from (${rowsText}) r left join row_version v
    on ${own.replaceAll(/(thing|row_key) =/g, 'v.$1 =')} and v.version = (select max(version) from row_version where ${own})`;
}

export function fromVersioned<T extends SQLiteTable>(shape: TableShape, values: unknown[]): VersionedRow<BulkRow<T>> {
  const own = shape.keys.length;
  const version =
    values[own] === null ? null : fromDriver<typeof rowVersion>(getTableShape(rowVersion), values.slice(own));
  return { row: fromDriver<T>(shape, values.slice(0, own)), version };
}

/** Returns the accepted values of each column, in the driver's format. */
export const getFilterValues = (shape: TableShape, filter: object): unknown[][] =>
  Object.entries(filter).map(([key, values]) =>
    [values].flat().map((value) => toDriver(shape.columns[shape.keys.indexOf(key)] as Column, value)),
  );

/** @param source `values (...)`, or a select of the rows */
export function createInsertText(
  { name, names, keys, columns }: TableShape,
  source: string,
  replace: PropertyKey[],
): string {
  const replaced = replace.map((key) => quoted(names[keys.indexOf(key as string)] as string));
  const clause = replaced.map((column) => `${column} = excluded.${column}`).join(', ');
  const key = columns.find(({ primary }) => primary)?.name ?? '';
  const replacing = clause && ` on conflict (${quoted(key)}) do update set ${clause}`;
  return `insert into ${quoted(name)} (${names.map(quoted).join(', ')}) ${source}${replacing}`;
}
