import { rowVersion } from '#drizzle/schema';
import { systemNow } from '../../clock';
import { newId } from '../../ids';
import { macOf, macVerifies } from '../../mac';
import { letOthersIn } from '../../process/turn';
import { singleton } from '../../singleton';
import type { Bulk } from '../bulk';
import { digestOfRow, NO_ROW, type SealedTable } from './sealedTable';

type SealedRow = Record<string, unknown>;
export type Version = typeof rowVersion.$inferSelect;

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

/** What the code of a version covers. */
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

/** The versions that one piece of work writes: kept until it ends, and then written all together. */
export class Versions {
  private written: Version[] = [];
  private newest = new Map<string, Version>();
  /**
   * The newest versions that were read, and whether their codes have been verified: nobody else can have written others before this work
   * ends. Made when it is needed: each posting has one of these, and few read a sealed row.
   */
  private found: Map<string, { version: Version; isOurs: boolean }> | null = null;

  constructor(private readonly bulk: Bulk) {}

  /** How many there are, to go back to. */
  get mark(): number {
    return this.written.length;
  }

  /** Forgets those after a mark: what they are of was taken back. */
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

  /** The first versions of new rows. */
  async born(sealed: SealedTable, rows: SealedRow[]): Promise<void> {
    const known = sealed.keysReturn ? await this.newestOf(sealed, rows) : new Map<string, Version>();
    for (const [at, row] of rows.entries()) {
      if (at > 0) await letOthersIn();
      this.add(sealed, row, known.get(keyOf(sealed, row)), digestOfRow(sealed, row));
    }
  }

  /**
   * The next versions of rows that were changed, once they have been found to be what their last ones say.
   * @param before the rows as they were
   * @param after and as they are; a row that is not among them was deleted
   * @param known their newest versions, where they have been read
   */
  async changed(
    sealed: SealedTable,
    before: SealedRow[],
    after: SealedRow[],
    known: Map<string, Version> | null = null,
  ): Promise<void> {
    const newest = known ?? (await this.newestOf(sealed, before));
    const now = new Map(after.map((row) => [keyOf(sealed, row), row]));
    for (const [at, row] of before.entries()) {
      if (at > 0) await letOthersIn();
      const last = newest.get(keyOf(sealed, row));
      const next = now.get(keyOf(sealed, row));
      if (!last || last.deleted || last.digest !== digestOfRow(sealed, row) || !this.verifies(last)) {
        // What the product never wrote may be ended, and leaves no trace of its own.
        if (!next && sealed.expendable) continue;
        throw new AlteredRowError(sealed.name, keyOf(sealed, row));
      }
      this.add(sealed, row, last, next ? digestOfRow(sealed, next) : NO_ROW, !next);
    }
  }

  /**
   * Is a row what its newest version says?
   * @param row undefined for one that is not there, which is right where it was deleted or never written
   */
  async matches(sealed: SealedTable, key: string, row: SealedRow | undefined): Promise<boolean> {
    const last = (await this.newestOf(sealed, [{ [sealed.key]: key }])).get(key);
    if (!last) return row === undefined;
    if (!isOurs(last)) return false;
    return row ? !last.deleted && last.digest === digestOfRow(sealed, row) : last.deleted;
  }

  /** Throws `AlteredRowError` where one of some rows is not what its newest version says. */
  async mustMatch(sealed: SealedTable, rows: SealedRow[]): Promise<void> {
    const [altered] = await this.altered(sealed, rows);
    if (altered) throw new AlteredRowError(sealed.name, keyOf(sealed, altered));
  }

  /** Those of some rows that are not what their newest versions say. */
  async altered(sealed: SealedTable, rows: SealedRow[]): Promise<SealedRow[]> {
    const newest = await this.newestOf(sealed, rows);
    return rows.filter((row) => {
      const last = newest.get(keyOf(sealed, row));
      return !last || last.deleted || last.digest !== digestOfRow(sealed, row) || !this.verifies(last);
    });
  }

  /** As `isOurs`, once for each version. */
  private verifies(version: Version): boolean {
    const known = this.found?.get(nameOf(version));
    if (known?.version !== version) return isOurs(version);
    known.isOurs ||= isOurs(version);
    return known.isOurs;
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
  async newestOf(sealed: SealedTable, rows: SealedRow[]): Promise<Map<string, Version>> {
    const newest = new Map<string, Version>();
    const asked = new Set<string>();
    for (const row of rows) {
      const key = keyOf(sealed, row);
      const name = nameOf({ thing: sealed.name, rowKey: key });
      const version = this.newest.get(name) ?? this.found?.get(name)?.version;
      if (version) newest.set(key, version);
      else asked.add(key);
    }
    if (asked.size > 0) {
      const found = await this.bulk.newest(rowVersion, { thing: sealed.name, rowKey: [...asked] }, 'version');
      this.found ??= new Map();
      for (const version of found) {
        newest.set(version.rowKey, version);
        this.found.set(nameOf(version), { version, isOurs: false });
      }
    }
    return newest;
  }
}

const nameOf = ({ thing, rowKey }: Pick<Version, 'thing' | 'rowKey'>): string => `${thing} ${rowKey}`;

const keyOf = (sealed: SealedTable, row: SealedRow): string => String(row[sealed.key]);
