import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { rowVersion } from '#drizzle/schema';
import { systemNow } from '../../clock';
import { newId } from '../../ids';
import { calculateMac, isMacValid } from '../../mac';
import { shouldYield, yieldToRequests } from '../../process/concurrency';
import { singleton } from '../../singleton';
import type { BulkStatements, RowFilter, RowVersion, VersionedRow } from '../bulk';
import { calculateRowDigest, MISSING_ROW_DIGEST, type SealedTable } from './sealedTable';

type SealedRow = Record<string, unknown>;

/**
 * Error of a row that differs from its newest version, because it was changed outside of the product. The row must not
 * be used.
 */
export class AlteredRowError extends Error {
  override name = 'AlteredRowError';

  constructor(table: string, key: string) {
    super(`${table} ${key} does not match its seal`);
    recordAlteredRow(table, key);
  }
}

const MAX_REMEMBERED_ROWS = 1_000;

const alteredRows = () => singleton('altered-rows-met', () => new Set<string>());

/** Records that an altered row was found. */
export function recordAlteredRow(table: string, key: string): void {
  if (alteredRows().size < MAX_REMEMBERED_ROWS) alteredRows().add(`${table} ${key}`);
}

/** Returns and clears the altered rows found by this process, by table and key. */
export function drainAlteredRows(): string[] {
  const rows = [...alteredRows()];
  alteredRows().clear();
  return rows;
}

export const getMacParts = ({ id, thing, rowKey, version, deleted, digest, at }: RowVersion): string[] => [
  id,
  thing,
  rowKey,
  String(version),
  deleted ? '1' : '0',
  digest,
  String(at.getTime()),
];

export const hasValidMac = (version: RowVersion): boolean =>
  isMacValid(version.mac, 'row version', getMacParts(version));

/** Number of versions that one statement writes. SQLite blocks other work during the statement. */
const VERSIONS_PER_STATEMENT = 200;

/**
 * Returns whether the product wrote this row as it is now.
 * @param newest its newest version; null if there is none
 */
export const isUnaltered = (sealed: SealedTable, row: SealedRow, newest: RowVersion | null | undefined): boolean =>
  Boolean(newest) &&
  !newest?.deleted &&
  newest?.digest === calculateRowDigest(sealed, row, newest?.digest) &&
  hasValidMac(newest);

type FoundRow = VersionedRow<SealedRow> | null;
type SealedRowFilter = RowFilter<SQLiteTable>;

/** Reads of a table by a unit of work: rows by key, and results of other conditions. */
type TableReads = { rows: Map<string, Promise<FoundRow>>; queries: Map<string, Promise<VersionedRow<SealedRow>[]>> };

/**
 * Versions that a unit of work creates, and the sealed rows that it has read. The versions are written together at its
 * end.
 */
export class Versions {
  private written: RowVersion[] = [];
  private newest = new Map<string, RowVersion>();
  private readonly reads = new Map<string, TableReads>();
  private readonly compared = new WeakSet<VersionedRow<SealedRow>>();

  constructor(private readonly bulk: BulkStatements) {}

  get mark(): number {
    return this.written.length;
  }

  /** Discards the versions since a mark, because their writes were rolled back. */
  backTo(mark: number): void {
    this.written = this.written.slice(0, mark);
    this.newest = new Map(this.written.map((version) => [getVersionKey(version), version]));
    this.forgetReads();
  }

  /**
   * Discards the cached reads of a table that is written, or of all tables after a wait for a lock, when other commits may be visible.
   */
  forgetReads(table?: string): void {
    if (table === undefined) this.reads.clear();
    else this.reads.delete(table);
  }

  /** Reads rows with their newest versions, once per unit of work, and returns copies of them (`copyOf`). */
  find(sealed: SealedTable, filter: SealedRowFilter): Promise<VersionedRow<SealedRow>[]> {
    return this.known(sealed, filter) ?? this.read(sealed, filter);
  }

  /** Returns copies of rows that `find` has read; undefined if one of them was not read. */
  findKnown(sealed: SealedTable, filter: SealedRowFilter): Promise<SealedRow[]> | undefined {
    return this.known(sealed, filter)?.then((found) => found.map(({ row }) => cloneRow(sealed, row)));
  }

  /** Returns rows whose read has finished or started; undefined if one of them was not requested yet. */
  private known(sealed: SealedTable, filter: SealedRowFilter): Promise<VersionedRow<SealedRow>[]> | undefined {
    const reads = this.reads.get(sealed.name);
    const keys = getFilterKeys(sealed, filter);
    if (!keys) return reads?.queries.get(getQueryName(filter));
    const rows = keys.flatMap((key) => reads?.rows.get(String(key)) ?? []);
    return rows.length < keys.length
      ? undefined
      : Promise.all(rows).then((found) => found.filter((each) => each !== null));
  }

  private read(sealed: SealedTable, filter: SealedRowFilter): Promise<VersionedRow<SealedRow>[]> {
    const { name, key, table } = sealed;
    // A write in the meantime replaces this cache, so these reads must go into the one from before the write.
    const reads: TableReads = this.reads.get(name) ?? { rows: new Map(), queries: new Map() };
    this.reads.set(name, reads);
    const keys = getFilterKeys(sealed, filter);
    const missing = keys?.filter((each) => !reads.rows.has(String(each)));
    const reading = this.bulk.findVersioned(table, missing ? ({ [key]: missing } as SealedRowFilter) : filter);
    if (!keys || !missing) {
      const noted = reading.then((found) => {
        for (const each of found) reads.rows.set(getRowKey(sealed, each.row), Promise.resolve(each));
        return found;
      });
      reads.queries.set(getQueryName(filter), noted);
      return noted;
    }
    const byKey = reading.then((found) => new Map(found.map((each) => [getRowKey(sealed, each.row), each])));
    for (const each of missing) {
      const row = byKey.then((found) => found.get(String(each)) ?? null);
      // The caller that awaits the row gets the error.
      row.catch(() => {});
      reads.rows.set(String(each), row);
    }
    return this.known(sealed, filter) as Promise<VersionedRow<SealedRow>[]>;
  }

  async flush(): Promise<void> {
    const versions = this.written;
    this.written = [];
    this.newest.clear();
    for (let from = 0; from < versions.length; from += VERSIONS_PER_STATEMENT) {
      await yieldToRequests();
      await this.bulk.insert(rowVersion, versions.slice(from, from + VERSIONS_PER_STATEMENT), []);
    }
  }

  /** Returns whether a row equals its newest version, including this transaction's own. */
  isAsWritten(sealed: SealedTable, found: VersionedRow<SealedRow>): boolean {
    if (this.compared.has(found)) return true;
    const isSame = isUnaltered(sealed, found.row, this.unflushed(sealed, found.row) ?? found.version);
    if (isSame) this.compared.add(found);
    return isSame;
  }

  /** Returns the newest version of a row that this unit of work has created but not written yet; undefined if there is none. */
  private unflushed = (sealed: SealedTable, row: SealedRow): RowVersion | undefined =>
    this.newest.get(getVersionKey({ thing: sealed.name, rowKey: getRowKey(sealed, row) }));

  async born(sealed: SealedTable, rows: SealedRow[]): Promise<void> {
    const known = sealed.keysReturn ? await this.newestOf(sealed, rows) : new Map<string, RowVersion>();
    for (const [at, row] of rows.entries()) {
      if (at > 0 && shouldYield()) await yieldToRequests();
      this.add(sealed, row, known.get(getRowKey(sealed, row)), calculateRowDigest(sealed, row));
    }
  }

  /**
   * Creates the next versions of changed rows after comparing the rows with their last versions. Rows missing in `after` were deleted.
   */
  async changed(sealed: SealedTable, before: VersionedRow<SealedRow>[], after: SealedRow[]): Promise<void> {
    const now = new Map(after.map((row) => [getRowKey(sealed, row), row]));
    for (const [at, found] of before.entries()) {
      if (at > 0 && shouldYield()) await yieldToRequests();
      const { row, version } = found;
      const last = this.unflushed(sealed, row) ?? version;
      const next = now.get(getRowKey(sealed, row));
      if (!last || !this.isAsWritten(sealed, found)) {
        // A row that the product did not write may be deleted without a version.
        if (!next && sealed.expendable) continue;
        throw new AlteredRowError(sealed.name, getRowKey(sealed, row));
      }
      this.add(sealed, row, last, next ? calculateRowDigest(sealed, next, last.digest) : MISSING_ROW_DIGEST, !next);
    }
  }

  /**
   * Returns whether a row equals its newest version. If `row` is undefined, returns whether the product deleted the row
   * or never wrote it.
   */
  async matches(sealed: SealedTable, key: string, row: SealedRow | undefined): Promise<boolean> {
    const last = (await this.newestOf(sealed, [{ [sealed.key]: key }])).get(key);
    if (row) return isUnaltered(sealed, row, last);
    return !last || (last.deleted && hasValidMac(last));
  }

  private add(
    sealed: SealedTable,
    row: SealedRow,
    last: RowVersion | undefined,
    digest: string,
    deleted = false,
  ): void {
    const version = {
      id: newId(),
      thing: sealed.name,
      rowKey: getRowKey(sealed, row),
      version: (last?.version ?? 0) + 1,
      deleted,
      digest,
      mac: '',
      at: systemNow(),
    };
    version.mac = calculateMac('row version', getMacParts(version));
    this.written.push(version);
    this.newest.set(getVersionKey(version), version);
  }

  private async newestOf(sealed: SealedTable, rows: SealedRow[]): Promise<Map<string, RowVersion>> {
    const newest = new Map<string, RowVersion>();
    const unknown: string[] = [];
    for (const row of rows) {
      const version = this.unflushed(sealed, row);
      if (version) newest.set(version.rowKey, version);
      else unknown.push(getRowKey(sealed, row));
    }
    if (unknown.length > 0) {
      const found = await this.bulk.newest(rowVersion, { thing: sealed.name, rowKey: unknown }, 'version');
      for (const version of found) newest.set(version.rowKey, version);
    }
    return newest;
  }
}

/** Returns the keys of wanted rows; null if the filter has other columns than the key. */
function getFilterKeys({ key }: SealedTable, filter: SealedRowFilter): unknown[] | null {
  const [[name, values] = [], ...others] = Object.entries(filter);
  return name === key && others.length === 0 ? [...new Set<unknown>([values].flat())] : null;
}

const getQueryName = (filter: SealedRowFilter): string =>
  Object.entries<unknown>(filter)
    .map(([name, values]) => `${name}=${JSON.stringify([values].flat().map(String))}`)
    .join();

/** Returns a copy of a row, which the caller may change. */
export const cloneRow = ({ shape }: SealedTable, row: SealedRow): SealedRow => {
  const copy = { ...row };
  // Much cheaper than `structuredClone`, and sufficient for values parsed from JSON.
  for (const name of shape.json) if (copy[name]) copy[name] = JSON.parse(JSON.stringify(copy[name]));
  return copy;
};

const getVersionKey = ({ thing, rowKey }: Pick<RowVersion, 'thing' | 'rowKey'>): string => `${thing} ${rowKey}`;

export const getRowKey = (sealed: SealedTable, row: SealedRow): string => String(row[sealed.key]);
