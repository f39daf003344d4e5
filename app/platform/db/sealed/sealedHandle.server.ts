import { type Column, inArray, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Bulk, type BulkRow, completeRow, type WantedRows } from '../bulk';
import type { Handle, Reader } from '../engine';
import { RowsRead } from '../rowsRead';
import { planReading, type Reading, type ReadPlan } from './readRows.server';
import { type SealedTable, sealedTable } from './sealedTable';
import { AlteredRowError, noteAltered, Versions } from './versions.server';

/*
 * A transaction whose writes to sealed tables leave versions. It takes the same calls as Drizzle's own; a row that is
 * changed or deleted is first compared with its newest version, so that the product never seals what it merely finds.
 */

type Plain = Record<string, unknown>;
type Fields = Record<string, Column>;

/** What Drizzle's builders take, as far as this needs to know. */
type Builder = PromiseLike<Plain[]> & {
  values(rows: unknown): Builder;
  set(values: unknown): Builder;
  from(table: SQLiteTable): Builder;
  where(which: SQL | undefined): Builder;
  onConflictDoNothing(conflict?: unknown): Builder;
  onConflictDoUpdate(conflict: unknown): Builder;
  returning(): Builder;
};
type Writer = {
  insert(table: SQLiteTable): Builder;
  update(table: SQLiteTable): Builder;
  delete(table: SQLiteTable): Builder;
  select(): Builder;
};

/** A query that runs when it is awaited, once. */
abstract class Query implements PromiseLike<unknown> {
  private fields: Fields | null = null;
  private wantsRows = false;
  private running: Promise<unknown> | null = null;

  constructor(
    protected readonly raw: Writer,
    protected readonly sealed: SealedTable,
    protected readonly versions: Versions,
    private readonly read: RowsRead,
  ) {}

  /** Does it, and gives the rows it wrote. */
  protected abstract run(): Promise<Plain[]>;

  returning(fields: Fields | null = null): this {
    this.fields = fields;
    this.wantsRows = true;
    return this;
  }

  prepare(): never {
    throw new Error(`A write to ${this.sealed.name} can't be prepared: its rows are sealed as they are written`);
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands in for a query of Drizzle's, which is awaited.
  then<A, B>(
    resolve?: ((value: unknown) => A | PromiseLike<A>) | null,
    reject?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.running ??= this.runForgetting().then((rows) => (this.wantsRows ? rows.map((row) => this.shown(row)) : []));
    return this.running.then(resolve, reject);
  }

  private async runForgetting(): Promise<Plain[]> {
    const rows = await this.run();
    this.read.forget(this.sealed);
    return rows;
  }

  private shown(row: Plain): Plain {
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

type Conflict = { target?: Column | Column[]; set: Plain; setWhere?: SQL };

class Insert extends Query {
  private rows: Plain[] = [];
  private conflict: { ignore: unknown } | { update: Conflict } | null = null;

  /** @param bulk what inserts rows that are known whole */
  constructor(
    raw: Writer,
    sealed: SealedTable,
    versions: Versions,
    read: RowsRead,
    private readonly bulk: Bulk,
  ) {
    super(raw, sealed, versions, read);
  }

  values(rows: Plain | Plain[]): this {
    this.rows = [rows].flat();
    return this;
  }

  onConflictDoNothing(ignore?: unknown): this {
    this.conflict = { ignore };
    return this;
  }

  onConflictDoUpdate(update: Conflict): this {
    this.conflict = { update };
    return this;
  }

  protected async run(): Promise<Plain[]> {
    const { raw, sealed, versions, conflict } = this;
    if (!conflict) {
      const whole = this.rows.map((row) => completeRow(sealed.shape, row)).filter((row) => row !== null);
      if (whole.length === this.rows.length) {
        // Far cheaper than an insert built by Drizzle whose rows are read back.
        await this.bulk.insert(sealed.table, whole, []);
        await versions.born(sealed, whole);
        return whole;
      }
    }
    const inserting = raw.insert(sealed.table).values(this.rows);
    if (!conflict || 'ignore' in conflict) {
      const written = await (conflict ? inserting.onConflictDoNothing(conflict.ignore) : inserting).returning();
      await versions.born(sealed, written);
      return written;
    }
    const { target } = conflict.update;
    if (target !== sealed.keyColumn) throw new Error(`Rows of ${sealed.name} are replaced by their key only`);
    const keys = this.rows.map((row) => row[sealed.key]);
    const before = await raw.select().from(sealed.table).where(inArray(sealed.keyColumn, keys));
    const written = await inserting.onConflictDoUpdate(conflict.update).returning();
    const were = new Set(before.map((row) => row[sealed.key]));
    const touched = new Set(written.map((row) => row[sealed.key]));
    await versions.changed(
      sealed,
      before.filter((row) => touched.has(row[sealed.key])),
      written,
    );
    await versions.born(
      sealed,
      written.filter((row) => !were.has(row[sealed.key])),
    );
    return written;
  }
}

class Change extends Query {
  private which: SQL | undefined;

  constructor(
    raw: Writer,
    sealed: SealedTable,
    versions: Versions,
    read: RowsRead,
    private readonly set: Plain | null,
  ) {
    super(raw, sealed, versions, read);
  }

  where(which: SQL | undefined): this {
    this.which = which;
    return this;
  }

  protected async run(): Promise<Plain[]> {
    const { raw, sealed, versions, set, which } = this;
    const before = await raw.select().from(sealed.table).where(which);
    const writing = set ? raw.update(sealed.table).set(set) : raw.delete(sealed.table);
    const written = await writing.where(which).returning();
    if (written.length !== before.length) throw new Error(`${sealed.name} changed while it was written`);
    await versions.changed(sealed, before, set ? written : []);
    return written;
  }
}

/**
 * What belongs to a handle that was made here. `afterwards`: what is done in this process once it is committed. `undoing`: what is
 * done if what it wrote until then is taken back.
 */
type Made = {
  raw: Handle;
  bulk: Bulk;
  versions: Versions;
  read: RowsRead;
  afterwards: (() => void)[];
  undoing: (() => void)[];
};

const handles = new WeakMap<Reader, Made>();

/**
 * A handle whose writes to sealed tables leave versions.
 * @param raw the engine's own, of an open transaction
 */
export function sealingHandle(raw: Handle, bulk: Bulk): Handle {
  const versions = new Versions(bulk);
  const read = new RowsRead(bulk);
  const writer = raw as unknown as Writer;
  const handle = Object.assign(Object.create(raw), {
    select: (fields?: Plain) => {
      const selecting = (raw as unknown as Selecting).select(fields);
      const from = selecting.from.bind(selecting);
      selecting.from = (table) =>
        comparing(from(table), 'transaction', (plan, run) => inTransaction(plan, run, versions));
      return selecting;
    },
    insert: (table: SQLiteTable) => {
      const sealed = sealedTable(table);
      return sealed ? new Insert(writer, sealed, versions, read, bulk) : writer.insert(table);
    },
    update: (table: SQLiteTable) => ({
      set: (values: Plain) => {
        const sealed = sealedTable(table);
        if (!sealed) return writer.update(table).set(values);
        if (touches(sealed, Object.keys(values))) return new Change(writer, sealed, versions, read, values);
        read.forget(sealed);
        return writer.update(table).set(values);
      },
    }),
    delete: (table: SQLiteTable) => {
      const sealed = sealedTable(table);
      return sealed ? new Change(writer, sealed, versions, read, null) : writer.delete(table);
    },
  }) as Handle;
  handles.set(handle, { raw, bulk, versions, read, afterwards: [], undoing: [] });
  return handle;
}

type Selecting = { select(fields?: Plain): { from(table: unknown): Builder } };

/** What compares a select: it runs it, once or anew. */
type Comparing = (plan: ReadPlan, run: () => Promise<Plain[]>) => Promise<Plain[]>;

/** A select that compares what it reads, when it is awaited. */
function comparing(query: Builder, reading: Reading, compare: Comparing): Builder {
  const then = query.then.bind(query);
  const run = () => new Promise<Plain[]>(then);
  const read = (): Promise<Plain[]> => {
    const plan = planReading(query, reading);
    return plan ? compare(plan, run) : run();
  };
  // biome-ignore lint/suspicious/noThenProperty: it stands in for that of Drizzle's query, which is awaited.
  query.then = (resolve, reject) => read().then(resolve, reject);
  return query;
}

/** What a select gave, once each row that it read was found to be what its newest version says. */
async function inTransaction(plan: ReadPlan, run: () => Promise<Plain[]>, versions: Versions): Promise<Plain[]> {
  const given = await run();
  for (const [sealed, rows] of plan.rowsIn(given)) {
    await versions.mustMatch(
      sealed,
      rows.filter((row) => row !== null),
    );
  }
  return plan.asAsked(given);
}

/** How often a reader looks at most at rows that others write all the while. */
const MOST_LOOKS = 50;

/**
 * As `inTransaction` for a reader: what was altered is refused, or has words in place of what is paid to. A row and its version are read
 * one after the other, so one that is written meanwhile looks altered. It was altered if its newest version is still the one of the
 * look before: the row was read between the two.
 */
async function byReader(plan: ReadPlan, run: () => Promise<Plain[]>, bulk: Bulk): Promise<Plain[]> {
  let before = new Map<string, string | undefined>();
  for (let look = 1; ; look++) {
    const given = await run();
    const versions = new Versions(bulk);
    const doubted = new Map<string, string | undefined>();
    const found: { sealed: SealedTable; row: Plain; at: number }[] = [];
    for (const [sealed, rows] of plan.rowsIn(given)) {
      const altered = new Set(
        await versions.altered(
          sealed,
          rows.filter((row) => row !== null),
        ),
      );
      for (const [at, row] of rows.entries()) {
        if (row === null || !altered.has(row)) continue;
        found.push({ sealed, row, at });
        const newest = await versions.newestOf(sealed, [row]);
        const key = String(row[sealed.key]);
        doubted.set(`${sealed.name} ${key}`, newest.get(key)?.id);
      }
    }
    const isCertain = [...doubted].every(([row, version]) => before.has(row) && before.get(row) === version);
    if (!isCertain && look < MOST_LOOKS) {
      before = doubted;
      continue;
    }
    for (const { sealed, row, at } of found) {
      const { shown } = sealed;
      const key = String(row[sealed.key]);
      if (shown === 'refused' || shown === null) throw new AlteredRowError(sealed.name, key);
      noteAltered(sealed.name, key);
      plan.putWords(sealed, given[at] as Plain, shown);
    }
    return plan.asAsked(given);
  }
}

const readers = new WeakMap<Reader, Reader>();

/** A handle for reading whose selects compare rows of the tables that say what becomes of one that was altered (`shown`). */
export function comparingReader(raw: Reader, bulk: Bulk): Reader {
  const known = readers.get(raw);
  if (known) return known;
  const made = Object.assign(Object.create(raw), {
    select: (fields?: Plain) => {
      const selecting = (raw as unknown as Selecting).select(fields);
      const from = selecting.from.bind(selecting);
      selecting.from = (table) => comparing(from(table), 'reader', (plan, run) => byReader(plan, run, bulk));
      return selecting;
    },
  }) as Handle;
  readers.set(raw, made);
  raws.set(made, raw);
  return made;
}

/** The engine's own handles behind those for reading. */
const raws = new WeakMap<Reader, Reader>();

/** Compares what a prepared select gave. */
export async function comparePrepared(handle: Reader, plan: ReadPlan, run: () => Promise<Plain[]>, bulk: Bulk) {
  const versions = versionsOf(handle);
  return versions ? await inTransaction(plan, run, versions) : await byReader(plan, run, bulk);
}

const touches = ({ sealed }: SealedTable, keys: PropertyKey[]): boolean => sealed.some(({ key }) => keys.includes(key));

/** The engine's own handle behind one that was made here; any other as it is. */
export const rawHandle = <H extends Reader>(handle: H): H =>
  (handles.get(handle)?.raw ?? raws.get(handle) ?? handle) as H;

/** The versions that a transaction is writing; undefined for a handle that only reads. */
export const versionsOf = (handle: Reader): Versions | undefined => handles.get(handle)?.versions;

/** What was put off until the transaction of a handle ends: once it is committed, and if it is taken back. */
export const putOff = (handle: Handle): Pick<Made, 'afterwards' | 'undoing'> | undefined => handles.get(handle);

/** Forgets what a transaction did after a mark of its versions: it was taken back. */
export function takeBackTo(handle: Handle, mark: number): void {
  const made = handles.get(handle);
  made?.versions.backTo(mark);
  made?.read.clear();
}

/** A reading of whole rows of one table. */
const wholeRows = (sealed: SealedTable): ReadPlan => ({
  rowsIn: (given) => [[sealed, given]],
  putWords: (_, given, words) => void Object.assign(given, words),
  asAsked: (given) => given,
});

/** Whole rows of one table as `run` finds them, compared as a select would compare them. */
export async function compareRows<T extends SQLiteTable>(
  handle: Reader,
  bulk: Bulk,
  table: T,
  run: () => Promise<BulkRow<T>[]>,
): Promise<BulkRow<T>[]> {
  const sealed = sealedTable(table);
  const versions = versionsOf(handle);
  if (!sealed || !(versions ? sealed.comparedAtReading : sealed.shown)) return await run();
  const [plan, given] = [wholeRows(sealed), run as () => Promise<Plain[]>];
  return (await (versions ? inTransaction(plan, given, versions) : byReader(plan, given, bulk))) as BulkRow<T>[];
}

/** `Bulk.find` that reads no row of a sealed table twice in one transaction, as long as it is not written. */
export async function findOnce<T extends SQLiteTable>(
  handle: Reader,
  bulk: Bulk,
  table: T,
  wanted: WantedRows<T>,
): Promise<BulkRow<T>[]> {
  const read = handles.get(handle)?.read;
  const sealed = sealedTable(table);
  return await compareRows(handle, bulk, table, async () => {
    if (!read || !sealed) return await bulk.find(table, wanted);
    // Copies: what is kept must stay as it was read.
    return (await read.find(sealed, wanted)).map((row) => ({ ...row })) as BulkRow<T>[];
  });
}

/** `Bulk.insert` that leaves versions of sealed rows. */
export async function insertSealed<T extends SQLiteTable>(
  handle: Handle,
  table: T,
  rows: BulkRow<T>[],
  replace: (keyof BulkRow<T>)[],
): Promise<void> {
  const made = handles.get(handle);
  const sealed = sealedTable(table);
  if (!made) throw new Error('Rows are written in a transaction that write() gives');
  const { bulk, versions, read } = made;
  if (!sealed || rows.length === 0) return await bulk.insert(table, rows, replace);
  const plain = rows as Plain[];
  if (replace.length === 0) {
    read.forget(sealed);
    await bulk.insert(table, rows, replace);
    return await versions.born(sealed, plain);
  }
  const key = sealed.key as keyof BulkRow<T>;
  const keys = rows.map((row) => row[key]);
  const before = await read.find(sealed, { [key]: keys });
  const were = new Map(before.map((row) => [row[sealed.key], row]));
  read.forget(sealed);
  const sealing = touches(sealed, replace);
  // Sent together: on PostgreSQL that is one trip.
  const [known] = await Promise.all([
    sealing ? versions.newestOf(sealed, before) : null,
    bulk.insert(table, rows, replace),
  ]);
  if (known) {
    const after = plain.flatMap((row) => {
      const old = were.get(row[sealed.key]);
      if (!old) return [];
      const merged = { ...old };
      for (const name of replace) merged[name as string] = row[name as string];
      return [merged];
    });
    await versions.changed(sealed, before, after, known);
  }
  await versions.born(
    sealed,
    plain.filter((row) => !were.has(row[sealed.key])),
  );
}
