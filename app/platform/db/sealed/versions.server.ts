import { rowVersion } from '#drizzle/schema';
import { systemNow } from '../../clock';
import { newId } from '../../ids';
import { macOf, macVerifies } from '../../mac';
import { letOthersIn } from '../../process/turn';
import { singleton } from '../../singleton';
import type { Bulk, Version, Versioned } from '../bulk';
import { digestOfRow, NO_ROW, type SealedTable } from './sealedTable';

type SealedRow = Record<string, unknown>;

/** A row is not what its newest version says: it was changed behind the product's back, and nothing may be built on it. */
export class AlteredRowError extends Error {
  override name = 'AlteredRowError';

  constructor(table: string, key: string) {
    super(`${table} ${key} does not match its seal`);
    noteAltered(table, key);
  }
}

/** Altered rows that are remembered for the audit: where there are more, it has enough to begin with. */
const MOST_MET = 1_000;

const met = () => singleton('altered-rows-met', () => new Set<string>());

/** Remembers that a row was met that is not what its newest version says. */
export function noteAltered(table: string, key: string): void {
  if (met().size < MOST_MET) met().add(`${table} ${key}`);
}

/** The rows that were met as altered in this process, by table and key; each once: they are forgotten then. */
export function takeAltered(): string[] {
  const rows = [...met()];
  met().clear();
  return rows;
}

/** Parts that the MAC of a version covers. */
export const versionParts = ({ id, thing, rowKey, version, deleted, digest, at }: Version): string[] => [
  id,
  thing,
  rowKey,
  String(version),
  deleted ? '1' : '0',
  digest,
  String(at.getTime()),
];

/** Was this version written by the product? */
export const isOurs = (version: Version): boolean => macVerifies(version.mac, 'row version', versionParts(version));

/** Versions that one statement writes: on SQLite nothing else is done meanwhile. */
const AT_ONCE = 200;

/** Was this row written by the product, as it stands? @param newest its newest version; null where it has none */
export const isWritten = (sealed: SealedTable, row: SealedRow, newest: Version | null | undefined): boolean =>
  Boolean(newest) && !newest?.deleted && newest?.digest === digestOfRow(sealed, row, newest?.digest) && isOurs(newest);

/** The versions that one unit of work writes: stored until it ends, and then written all together. */
export class Versions {
  private written: Version[] = [];
  private newest = new Map<string, Version>();

  constructor(private readonly bulk: Bulk) {}

  get mark(): number {
    return this.written.length;
  }

  /** Forgets those after a mark: what they are of was reverted. */
  backTo(mark: number): void {
    this.written = this.written.slice(0, mark);
    this.newest = new Map(this.written.map((version) => [nameOf(version), version]));
  }

  /** Writes them. */
  async flush(): Promise<void> {
    const versions = this.written;
    this.written = [];
    this.newest.clear();
    for (let from = 0; from < versions.length; from += AT_ONCE) {
      await letOthersIn();
      await this.bulk.insert(rowVersion, versions.slice(from, from + AT_ONCE), []);
    }
  }

  /** Returns the newest version of a row that this work has written and not yet flushed; undefined where it has none. */
  unflushed = (sealed: SealedTable, row: SealedRow): Version | undefined =>
    this.newest.get(nameOf({ thing: sealed.name, rowKey: keyOf(sealed, row) }));

  /** The first versions of new rows. */
  async born(sealed: SealedTable, rows: SealedRow[]): Promise<void> {
    const known = sealed.keysReturn ? await this.newestOf(sealed, rows) : new Map<string, Version>();
    for (const [at, row] of rows.entries()) {
      if (at > 0) await letOthersIn();
      this.add(sealed, row, known.get(keyOf(sealed, row)), digestOfRow(sealed, row));
    }
  }

  /** Writes the next versions of changed rows, once they match their last ones; a row missing from `after` was deleted. */
  async changed(sealed: SealedTable, before: Versioned<SealedRow>[], after: SealedRow[]): Promise<void> {
    const now = new Map(after.map((row) => [keyOf(sealed, row), row]));
    for (const [at, { row, version }] of before.entries()) {
      if (at > 0) await letOthersIn();
      const last = this.unflushed(sealed, row) ?? version;
      const next = now.get(keyOf(sealed, row));
      if (!last || !isWritten(sealed, row, last)) {
        // What the product never wrote may be ended, and leaves no trace of its own.
        if (!next && sealed.expendable) continue;
        throw new AlteredRowError(sealed.name, keyOf(sealed, row));
      }
      this.add(sealed, row, last, next ? digestOfRow(sealed, next, last.digest) : NO_ROW, !next);
    }
  }

  /** Returns whether a row is what its newest version says; undefined for a missing row. */
  async matches(sealed: SealedTable, key: string, row: SealedRow | undefined): Promise<boolean> {
    const last = (await this.newestOf(sealed, [{ [sealed.key]: key }])).get(key);
    if (row) return isWritten(sealed, row, last);
    return !last || (last.deleted && isOurs(last));
  }

  private add(sealed: SealedTable, row: SealedRow, last: Version | undefined, digest: string, deleted = false): void {
    const made = {
      id: newId(),
      thing: sealed.name,
      rowKey: keyOf(sealed, row),
      version: (last?.version ?? 0) + 1,
      deleted,
      digest,
      at: systemNow(),
    };
    const version = { ...made, mac: macOf('row version', versionParts({ ...made, mac: '' })) };
    this.written.push(version);
    this.newest.set(nameOf(version), version);
  }

  /** The newest version of each of some rows, by the row's key. */
  private async newestOf(sealed: SealedTable, rows: SealedRow[]): Promise<Map<string, Version>> {
    const newest = new Map<string, Version>();
    const unknown: string[] = [];
    for (const row of rows) {
      const version = this.unflushed(sealed, row);
      if (version) newest.set(version.rowKey, version);
      else unknown.push(keyOf(sealed, row));
    }
    if (unknown.length > 0) {
      const found = await this.bulk.newest(rowVersion, { thing: sealed.name, rowKey: unknown }, 'version');
      for (const version of found) newest.set(version.rowKey, version);
    }
    return newest;
  }
}

const nameOf = ({ thing, rowKey }: Pick<Version, 'thing' | 'rowKey'>): string => `${thing} ${rowKey}`;

/** The key of a row, as its versions name it. */
export const keyOf = (sealed: SealedTable, row: SealedRow): string => String(row[sealed.key]);
