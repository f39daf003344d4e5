import { Column, getTableColumns, is, type SQL, Table } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type SealedTable, sealedTable } from './sealedTable';

/*
 * Which rows of sealed tables a select reads. What decides money is decided in a transaction, so whatever is read there is
 * compared with its newest version, whichever of its columns the select names.
 */

type Plain = Record<string, unknown>;

/** What a select of Drizzle's is made of, as far as this needs to know; both engines have it. */
type Selecting = {
  config: {
    fields: Plain;
    table: unknown;
    joins?: { table: unknown }[];
    distinct?: unknown;
    groupBy?: unknown[];
    having?: unknown;
    setOperators: unknown[];
  };
  isPartialSelect: boolean;
};

/** Where the rows of a table are in what a select gives; `added` for one that was asked for beside what the caller wants. */
type Place = { sealed: SealedTable; at: string | null; added: boolean };

/** How the rows that a select reads are found in what it gives. */
export type ReadPlan = {
  /** The rows of each table, one for each that was given; null where an outer join found none. */
  rowsIn(given: Plain[]): [SealedTable, (Plain | null)[]][];
  /** Puts words in place of a column of one of a table's rows, in what the caller asked for. */
  putWords(sealed: SealedTable, given: Plain, words: Record<string, string>): void;
  /** What the caller asked for, in the same objects. */
  asAsked(given: Plain[]): Plain[];
};

/** Who reads: a transaction decides something, a reader shows it. */
export type Reading = 'transaction' | 'reader';

/** The table, if what is read of it is compared. */
function comparedTable(table: unknown, reading: Reading, fields: Plain): SealedTable | null {
  const sealed = is(table, Table) ? sealedTable(table as SQLiteTable) : null;
  if (!sealed) return null;
  if (reading === 'transaction') return sealed.comparedAtReading ? sealed : null;
  const { shown } = sealed;
  if (shown === null || shown === 'refused') return shown && sealed;
  return Object.keys(shown).some((column) => pathsTo(fields, sealed, column).length > 0) ? sealed : null;
}

const computedForEachRow = new WeakSet<object>();

/** An expression that a select computes for each of its rows, so that they are compared as without it. Never a sum or a count. */
export function forEachRow<T>(expression: SQL<T>): SQL<T> {
  computedForEachRow.add(expression);
  return expression;
}

const isColumns = (fields: Plain): boolean =>
  Object.values(fields).every((field) =>
    is(field, Column) || is(field, Table) || computedForEachRow.has(field as object)
      ? true
      : isPlain(field)
        ? isColumns(field)
        : false,
  );

const isPlain = (field: unknown): field is Plain =>
  typeof field === 'object' && field !== null && Object.getPrototypeOf(field) === Object.prototype;

/** Where in what a select gives a column of a table stands, by the names on the way to it; more than once if it was asked for so. */
function pathsTo(fields: Plain, sealed: SealedTable, column: string): string[][] {
  const its = getTableColumns(sealed.table)[column];
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field === its) return [[name]];
    if (field === sealed.table) return [[name, column]];
    if (is(field, Column) || is(field, Table) || !isPlain(field)) return [];
    return pathsTo(field, sealed, column).map((path) => [name, ...path]);
  });
}

/**
 * Finds what a select reads of tables that are compared, and has it give their whole rows as well. Null where there is none, and
 * for sums, counts and lists without repetition: those are of no row. Nor for other expressions, unless `forEachRow` says what they are.
 * @param select one that has not run yet; afterwards it gives more than was asked for, until `asAsked`
 * @param wholeOnly leaves a select of some columns as it is
 */
export function planReading(select: object, reading: Reading, wholeOnly = false): ReadPlan | null {
  const { config, isPartialSelect } = select as Selecting;
  const { fields, distinct, groupBy, having, setOperators } = config;
  if (distinct || groupBy?.length || having || setOperators.length > 0) return null;
  const joined = (config.joins ?? []).map(({ table }) => table);
  const tables = [config.table, ...joined].flatMap((table) => comparedTable(table, reading, fields) ?? []);
  if (tables.length === 0 || (wholeOnly && isPartialSelect) || !isColumns(fields)) return null;
  const places = tables.map((sealed): Place => {
    if (!isPartialSelect) return { sealed, at: joined.length > 0 ? sealed.name : null, added: false };
    const at = `compared ${sealed.name}`;
    config.fields = { ...config.fields, [at]: getTableColumns(sealed.table) };
    return { sealed, at, added: true };
  });
  const added = places.filter((place) => place.added).map(({ at }) => at as string);
  return {
    rowsIn: (given) =>
      places.map(({ sealed, at }) => [
        sealed,
        given.map((each) => {
          const row = (at === null ? each : each[at]) as Plain | null;
          return row === null || row[sealed.key] === null ? null : row;
        }),
      ]),
    putWords: (sealed, given, words) => {
      for (const [column, said] of Object.entries(words)) {
        for (const path of pathsTo(fields, sealed, column)) {
          const holder = path.slice(0, -1).reduce((inner, name) => inner[name] as Plain, given);
          holder[path.at(-1) as string] = said;
        }
      }
    },
    asAsked: (given) => {
      for (const each of given) for (const name of added) delete each[name];
      return given;
    },
  };
}
