import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Bulk, WantedRows } from './bulk';
import type { SealedTable } from './sealed/sealedTable';

type Plain = Record<string, unknown>;

/** What was read of one table: rows by their keys, and which keys have some value in a column. */
type OfTable = { rows: Map<string, Plain>; keys: Map<string, Map<string, string[]>> };

/**
 * Rows of sealed tables that a transaction has read and not written since. A row is read to be reckoned with, to be completed
 * and to be compared with its version before it changes; within one transaction these are the same row.
 */
export class RowsRead {
  private readonly tables = new Map<SealedTable, OfTable>();

  constructor(private readonly bulk: Bulk) {}

  /** The rows that `Bulk.find` gives, as they were read: they must not be changed. */
  async find(sealed: SealedTable, wanted: Plain): Promise<Plain[]> {
    const [[column, value] = [], ...others] = Object.entries(wanted);
    const values = new Set([value].flat());
    const before = this.of(sealed);
    if (column === undefined || others.length > 0 || [...values].some((one) => typeof one !== 'string')) {
      const found = await this.bulk.find(sealed.table, wanted as WantedRows<SQLiteTable>);
      return this.of(sealed) === before ? this.keep(sealed, found) : this.find(sealed, wanted);
    }
    const asked = [...values] as string[];
    const known = this.knownKeys(sealed, column);
    const unknown = asked.filter((one) => !known.has(one));
    if (unknown.length > 0) {
      const found = await this.bulk.find(sealed.table, { [column]: unknown } as WantedRows<SQLiteTable>);
      // Written and forgotten meanwhile: what was found may be from before, and what was known is gone.
      if (this.of(sealed) !== before) return this.find(sealed, wanted);
      this.keep(sealed, found);
      if (column !== sealed.key) {
        for (const one of unknown) known.set(one, []);
        for (const row of found) known.get(row[column] as string)?.push(row[sealed.key] as string);
      }
    }
    const { rows } = this.of(sealed);
    const keys = asked.flatMap((one) => known.get(one) ?? []);
    return keys.map((key) => rows.get(key) as Plain);
  }

  /** Forgets what was read of a table that is being written. */
  forget(sealed: SealedTable): void {
    this.tables.delete(sealed);
  }

  /** Forgets all: something that was written was taken back. */
  clear(): void {
    this.tables.clear();
  }

  private of(sealed: SealedTable): OfTable {
    const known = this.tables.get(sealed) ?? { rows: new Map(), keys: new Map() };
    this.tables.set(sealed, known);
    return known;
  }

  private knownKeys(sealed: SealedTable, column: string): Map<string, string[]> {
    const { keys } = this.of(sealed);
    const known = keys.get(column) ?? new Map<string, string[]>();
    keys.set(column, known);
    return known;
  }

  private keep(sealed: SealedTable, found: Plain[]): Plain[] {
    const { rows } = this.of(sealed);
    const byKey = this.knownKeys(sealed, sealed.key);
    for (const row of found) {
      const key = row[sealed.key] as string;
      rows.set(key, row);
      byKey.set(key, [key]);
    }
    return found;
  }
}
