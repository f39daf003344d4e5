import { Column, getTableColumns, is, Table } from 'drizzle-orm';
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
  rowsIn(given: Plain[]): [SealedTable, Plain[]][];
  /** What the caller asked for, in the same objects. */
  asAsked(given: Plain[]): Plain[];
};

/** The table, if its rows are compared whenever they are read in a transaction. */
function comparedTable(table: unknown): SealedTable | null {
  const sealed = is(table, Table) ? sealedTable(table as SQLiteTable) : null;
  return sealed?.comparedAtReading ? sealed : null;
}

const isColumns = (fields: Plain): boolean =>
  Object.values(fields).every((field) =>
    is(field, Column) || is(field, Table)
      ? true
      : typeof field === 'object' && field !== null && Object.getPrototypeOf(field) === Object.prototype
        ? isColumns(field as Plain)
        : false,
  );

/**
 * Finds what a select reads of tables that are compared, and has it give their whole rows as well. Null where there is none, and
 * for sums, counts and lists without repetition: those are of no row.
 * @param select one that has not run yet; afterwards it gives more than was asked for, until `asAsked`
 * @param wholeOnly leaves a select of some columns as it is
 */
export function planReading(select: object, wholeOnly = false): ReadPlan | null {
  const { config, isPartialSelect } = select as Selecting;
  const joined = (config.joins ?? []).map(({ table }) => table);
  const tables = [config.table, ...joined].flatMap((table) => comparedTable(table) ?? []);
  if (tables.length === 0) return null;
  if (wholeOnly && isPartialSelect) return null;
  const { distinct, groupBy, having, setOperators } = config;
  if (distinct || groupBy?.length || having || setOperators.length > 0 || !isColumns(config.fields)) return null;
  const places = tables.map((sealed): Place => {
    if (!isPartialSelect) return { sealed, at: joined.length > 0 ? sealed.name : null, added: false };
    const at = `compared ${sealed.name}`;
    config.fields = { ...config.fields, [at]: getTableColumns(sealed.table) };
    return { sealed, at, added: true };
  });
  const added = places.filter((place) => place.added).map(({ at }) => at as string);
  return {
    rowsIn: (given) =>
      places.map(({ sealed, at }) => {
        const rows = given.map((each) => (at === null ? each : each[at]) as Plain | null);
        return [sealed, rows.filter((row) => row !== null && row[sealed.key] !== null) as Plain[]];
      }),
    asAsked: (given) => {
      for (const each of given) for (const name of added) delete each[name];
      return given;
    },
  };
}
