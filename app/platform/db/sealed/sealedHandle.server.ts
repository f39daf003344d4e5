import { and, type Column, eq, getTableName, is, SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { rowVersion } from '#drizzle/schema';
import {
  type BulkRow,
  type BulkStatements,
  completeRow,
  getTableShape,
  type NewRow,
  type RowFilter,
  type VersionedRow,
} from '../bulk';
import type { Handle, Reader } from '../engine';
import { getSealedTable, type SealedTable } from './sealedTable';
import { getRowKey, Versions } from './versions.server';

/*
 * Transaction whose writes to sealed tables create versions. It has Drizzle's interface. A row is compared with its
 * newest version before it is changed or deleted, so that an alteration never gets a new version.
 */

type AnyFunctions = Record<string, unknown>;
type Fields = Record<string, Column>;

type Builder = PromiseLike<AnyFunctions[]> & {
  values(rows: unknown): Builder;
  set(values: unknown): Builder;
  from(table: SQLiteTable): Builder;
  where(which: SQL | undefined): Builder;
  leftJoin(table: SQLiteTable, on: SQL | undefined): Builder;
  orderBy(...order: SQL[]): Builder;
  onConflictDoNothing(conflict?: unknown): Builder;
  returning(): Builder;
};
type Writer = {
  insert(table: SQLiteTable): Builder;
  update(table: SQLiteTable): Builder;
  delete(table: SQLiteTable): Builder;
  select(fields: AnyFunctions): Builder;
};

/** Returns the condition that a joined `rowVersion` is the newest version of a row of `table`, whose primary key is `key`. */
export const isNewestVersionOf = (table: SQLiteTable, key: Column): SQL | undefined =>
  and(
    eq(rowVersion.thing, getTableName(table)),
    eq(rowVersion.rowKey, key),
    eq(
      rowVersion.version,
      sql`(select max(n.version) from ${rowVersion} n where n.thing = ${getTableName(table)} and n.row_key = ${key})`,
    ),
  );

/** Finds rows of a sealed table with their newest versions in one statement. A transaction reads each row once. */
export const findVersioned = (
  handle: Reader,
  bulk: BulkStatements,
  sealed: SealedTable,
  which: RowFilter<SQLiteTable> | SQL | undefined,
  order: SQL[] = [],
): Promise<VersionedRow<AnyFunctions>[]> =>
  which && !is(which, SQL)
    ? (getVersions(handle)?.find(sealed, which) ?? bulk.findVersioned(sealed.table, which))
    : selectVersioned(getRawHandle(handle), sealed, which, order);

async function selectVersioned(
  raw: Reader,
  { table, keyColumn }: SealedTable,
  which: SQL | undefined,
  order: SQL[] = [],
): Promise<VersionedRow<AnyFunctions>[]> {
  const selecting = (raw as unknown as Writer).select({ row: table, version: rowVersion });
  const found = selecting.from(table).leftJoin(rowVersion, isNewestVersionOf(table, keyColumn)).where(which);
  return (await found.orderBy(...order)) as VersionedRow<AnyFunctions>[];
}

abstract class SealedSelect implements PromiseLike<unknown> {
  private fields: Fields | null = null;
  private wantsRows = false;
  private running: Promise<unknown> | null = null;

  protected readonly raw: Writer;

  constructor(
    protected readonly handle: Handle,
    protected readonly sealed: SealedTable,
    protected readonly versions: Versions,
    protected readonly bulk: BulkStatements,
  ) {
    this.raw = handle as unknown as Writer;
  }

  protected abstract run(): Promise<AnyFunctions[]>;

  returning(fields: Fields | null = null): this {
    this.fields = fields;
    this.wantsRows = true;
    return this;
  }

  prepare(): never {
    throw new Error(`A write to ${this.sealed.name} can't be prepared: its rows are sealed as they are written`);
  }

  // biome-ignore lint/suspicious/noThenProperty: it replaces a Drizzle query, which is awaited
  then<A, B>(
    resolve?: ((value: unknown) => A | PromiseLike<A>) | null,
    reject?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.versions.forgetReads(this.sealed.name);
    this.running ??= this.run().then((rows) => (this.wantsRows ? rows.map((row) => this.shown(row)) : []));
    return this.running.then(resolve, reject);
  }

  private shown(row: AnyFunctions): AnyFunctions {
    const { fields } = this;
    if (!fields) return row;
    const { keys, columns } = this.sealed.shape;
    return Object.fromEntries(
      Object.entries(fields).map(([name, column]) => {
        const at = columns.indexOf(column);
        if (at < 0) throw new Error(`returning() of a sealed table gives its own columns, and ${name} is none`);
        return [name, row[keys[at] as string]];
      }),
    );
  }
}

class SealedInsert extends SealedSelect {
  private rows: AnyFunctions[] = [];
  private ignored: { conflict: unknown } | null = null;

  values(rows: AnyFunctions | AnyFunctions[]): this {
    this.rows = [rows].flat();
    return this;
  }

  onConflictDoNothing(conflict?: unknown): this {
    this.ignored = { conflict };
    return this;
  }

  onConflictDoUpdate(): never {
    throw new Error(`Rows of ${this.sealed.name} are replaced by insertAll()`);
  }

  protected async run(): Promise<AnyFunctions[]> {
    const { raw, sealed, versions, ignored } = this;
    const whole = this.rows.map((row) => completeRow(sealed.shape, row)).filter((row) => row !== null);
    if (!ignored && whole.length === this.rows.length) {
      // Much cheaper than an insert by Drizzle that reads the rows back.
      await this.bulk.insert(sealed.table, whole, []);
      await versions.born(sealed, whole);
      return whole;
    }
    const inserting = raw.insert(sealed.table).values(this.rows);
    const written = await (ignored ? inserting.onConflictDoNothing(ignored.conflict) : inserting).returning();
    await versions.born(sealed, written);
    return written;
  }
}

class SealedChange extends SealedSelect {
  private which: SQL | undefined;

  constructor(
    handle: Handle,
    sealed: SealedTable,
    versions: Versions,
    bulk: BulkStatements,
    private readonly set: AnyFunctions | null,
  ) {
    super(handle, sealed, versions, bulk);
  }

  where(which: SQL | undefined): this {
    this.which = which;
    return this;
  }

  protected async run(): Promise<AnyFunctions[]> {
    const { raw, sealed, versions, set, which } = this;
    const writing = set ? raw.update(sealed.table).set(set) : raw.delete(sealed.table);
    // The read and the write are sent in one round trip. If the read finds an alteration it throws, which rolls back
    // the write.
    const [before, written] = await Promise.all([
      selectVersioned(this.handle, sealed, which),
      writing.where(which).returning(),
    ]);
    versions.forgetReads(sealed.name);
    if (written.length !== before.length) throw new Error(`${sealed.name} changed while it was written`);
    await versions.changed(sealed, before, set ? written : []);
    return written;
  }
}

/** State of a handle that `createSealedHandle` created. `afterwards` are functions to run after the commit. */
type SealedHandleState = {
  raw: Handle;
  bulk: BulkStatements;
  versions: Versions;
  afterwards: (() => void)[];
};

const handles = new WeakMap<Reader, SealedHandleState>();

/** Returns a handle of an open transaction whose writes to sealed tables create versions. */
export function createSealedHandle(raw: Handle, bulk: BulkStatements): Handle {
  const versions = new Versions(bulk);
  const writer = raw as unknown as Writer;
  const handle = Object.assign(Object.create(raw), {
    insert: (table: SQLiteTable) => {
      const sealed = getSealedTable(table);
      return sealed ? new SealedInsert(raw, sealed, versions, bulk) : writer.insert(table);
    },
    update: (table: SQLiteTable) => ({
      set: (values: AnyFunctions) => {
        const sealed = getSealedTable(table);
        if (sealed && changesSealedColumns(sealed, Object.keys(values)))
          return new SealedChange(raw, sealed, versions, bulk, values);
        versions.forgetReads(getTableName(table));
        return writer.update(table).set(values);
      },
    }),
    delete: (table: SQLiteTable) => {
      const sealed = getSealedTable(table);
      return sealed ? new SealedChange(raw, sealed, versions, bulk, null) : writer.delete(table);
    },
  }) as Handle;
  handles.set(handle, { raw, bulk, versions, afterwards: [] });
  return handle;
}

const changesSealedColumns = ({ sealed }: SealedTable, keys: PropertyKey[]): boolean =>
  sealed.some(({ key }) => keys.includes(key));

/** Returns the engine's handle behind a sealed one; returns any other handle unchanged. */
export const getRawHandle = <H extends Reader>(handle: H): H => (handles.get(handle)?.raw ?? handle) as H;

/** Returns rows that the transaction has already read with their versions; undefined if one of them was not read. */
export function getRowsReadInTransaction<T extends SQLiteTable>(
  handle: Reader,
  table: T,
  filter: RowFilter<T>,
): Promise<BulkRow<T>[]> | undefined {
  const versions = getVersions(handle);
  const sealed = versions && getSealedTable(table);
  return sealed ? (versions?.findKnown(sealed, filter as RowFilter<SQLiteTable>) as Promise<BulkRow<T>[]>) : undefined;
}

/** Returns the versions that a transaction writes; undefined for a handle that only reads. */
export const getVersions = (handle: Reader): Versions | undefined => handles.get(handle)?.versions;

/** Returns the functions to run in this process after the commit of a handle's transaction. */
export const getAfterCommitCallbacks = (handle: Handle): (() => void)[] | undefined => handles.get(handle)?.afterwards;

/** Inserts rows as `Bulk.insert` does, and creates versions of sealed rows. */
export async function insertSealed<T extends SQLiteTable>(
  handle: Handle,
  table: T,
  newRows: NewRow<T>[],
  replace: (keyof BulkRow<T>)[],
): Promise<void> {
  const made = handles.get(handle);
  const rows = completeRows(table, newRows);
  const sealed = getSealedTable(table);
  if (!made) throw new Error('Rows are written in a transaction that write() gives');
  const { bulk, versions } = made;
  if (!sealed || rows.length === 0) return await bulk.insert(table, rows, replace);
  const plain = rows as AnyFunctions[];
  const before = replace.length === 0 ? [] : await readRowsBefore(handle, bulk, sealed, plain);
  versions.forgetReads(sealed.name);
  await bulk.insert(table, rows, replace);
  if (replace.length === 0) return await versions.born(sealed, plain);
  const rowOf = new Map(plain.map((row) => [getRowKey(sealed, row), row]));
  const after = before.map(({ row }) => {
    const next = rowOf.get(getRowKey(sealed, row)) as AnyFunctions;
    return { ...row, ...Object.fromEntries(replace.map((name) => [name, next[name as string]])) };
  });
  if (changesSealedColumns(sealed, replace)) await versions.changed(sealed, before, after);
  const were = new Set(before.map(({ row }) => row[sealed.key]));
  await versions.born(
    sealed,
    plain.filter((row) => !were.has(row[sealed.key])),
  );
}

/** Adds defaults for the columns that rows lack. Rows of hot paths name every column, and are returned unchanged. */
function completeRows<T extends SQLiteTable>(table: T, rows: NewRow<T>[]): BulkRow<T>[] {
  const shape = getTableShape(table);
  return rows.map((row) => {
    if (shape.keys.every((key) => row[key as keyof NewRow<T>] !== undefined)) return row as BulkRow<T>;
    const complete = completeRow(shape, row);
    if (!complete) throw new Error(`The database computes a value of a row of ${shape.name}`);
    return complete as BulkRow<T>;
  });
}

const readRowsBefore = (handle: Handle, bulk: BulkStatements, sealed: SealedTable, rows: AnyFunctions[]) => {
  const keys = rows.map((row) => row[sealed.key]);
  return findVersioned(handle, bulk, sealed, { [sealed.key]: keys } as RowFilter<SQLiteTable>);
};

/** Changes columns of existing rows, each found by its key, and creates their next versions. */
export async function changeSealed<T extends SQLiteTable>(
  handle: Handle,
  table: T,
  changes: Partial<BulkRow<T>>[],
): Promise<void> {
  const made = handles.get(handle);
  const sealed = getSealedTable(table);
  if (!made || !sealed) throw new Error('Rows of sealed tables are changed in a transaction that write() gives');
  if (changes.length === 0) return;
  const changed = Object.keys(changes[0] ?? {}).filter((name) => name !== sealed.key);
  const change = () => made.bulk.change(table, changes as BulkRow<T>[], changed as (keyof BulkRow<T>)[]);
  if (!changesSealedColumns(sealed, changed)) {
    made.versions.forgetReads(sealed.name);
    return await change();
  }
  const before = await readRowsBefore(handle, made.bulk, sealed, changes as AnyFunctions[]);
  const were = new Map(before.map(({ row }) => [getRowKey(sealed, row), row]));
  const after = (changes as AnyFunctions[]).map((change) => {
    const row = were.get(getRowKey(sealed, change));
    if (!row) throw new Error(`There is no ${sealed.name} ${getRowKey(sealed, change)}`);
    return { ...row, ...change };
  });
  made.versions.forgetReads(sealed.name);
  await change();
  await made.versions.changed(sealed, before, after);
}
