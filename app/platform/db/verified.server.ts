import { getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { BulkRow, RequestedRows, Version } from './bulk';
import type { Handle, Reader } from './engine';
import { bulkOf } from './index.server';
import { findVersioned, versionsOf } from './sealed/sealedHandle.server';
import { type SealedTable, sealedTable } from './sealed/sealedTable';
import { AlteredRowError, copyOf, isWritten, keyOf, noteAltered, Versions } from './sealed/versions.server';

/*
 * Verified reads of rows that decide about payments, rights, terms or prices (`decides` in `drizzle/protection.ts`). Other reads are
 * unverified, since the audit and each write detect alterations.
 */

export { isNewestOf } from './sealed/sealedHandle.server';

declare const asWritten: unique symbol;

/** Row that was unaltered when it was read. */
export type Verified<Row> = Row & { readonly [asWritten]: true };

function sealingOf(table: SQLiteTable): SealedTable {
  const sealed = sealedTable(table);
  if (!sealed) throw new Error(`Rows of ${getTableName(table)} have no versions`);
  return sealed;
}

/**
 * Finds rows of a sealed table with their newest versions in one statement. Throws `AlteredRowError` if one of them was
 * altered.
 * @param which a condition, or values of columns as in `findAll`
 * @param order sort order of the rows, if `which` is a condition
 */
export async function verified<T extends SQLiteTable>(
  handle: Reader,
  table: T,
  which?: RequestedRows<T> | SQL,
  ...order: SQL[]
): Promise<Verified<BulkRow<T>>[]> {
  const sealed = sealingOf(table);
  const found = await findVersioned(handle, bulkOf(handle), sealed, which as RequestedRows<SQLiteTable>, order);
  const versions = versionsOf(handle);
  return found.map((each) => {
    const { row, version } = each;
    if (versions ? versions.isAsWritten(sealed, each) : isWritten(sealed, row, version))
      return (versions ? copyOf(sealed, row) : row) as Verified<BulkRow<T>>;
    throw new AlteredRowError(sealed.name, keyOf(sealed, row));
  });
}

/** Prefetches rows that `verified` will read, to save a round trip. They are cached only in a transaction. */
export function prefetch<T extends SQLiteTable>(tx: Handle, table: T, which: RequestedRows<T>): void {
  const reading = findVersioned(tx, bulkOf(tx), sealingOf(table), which as RequestedRows<SQLiteTable>);
  // The caller that awaits the rows gets the error.
  reading.catch(() => {});
}

/** Checks a row that was read together with its newest version (`isNewestOf`). Records an altered row for the audit. */
export function matchesVersion<T extends SQLiteTable, Row extends BulkRow<T>>(
  table: T,
  row: Row,
  newest: Version | null,
): row is Verified<Row> {
  const sealed = sealingOf(table);
  if (isWritten(sealed, row, newest)) return true;
  noteAltered(sealed.name, keyOf(sealed, row));
  return false;
}

/** Compares a row of a sealed table with its newest version; undefined for a missing row. */
export const matchesNewestVersion = <T extends SQLiteTable>(
  handle: Reader,
  table: T,
  key: string,
  row: BulkRow<T> | undefined,
): Promise<boolean> => (versionsOf(handle) ?? new Versions(bulkOf(handle))).matches(sealingOf(table), key, row);

/** Throws `AlteredRowError` if the row was altered (`isAsWritten`). */
export async function mustMatchNewestVersion<T extends SQLiteTable>(
  handle: Reader,
  table: T,
  key: string,
  row: BulkRow<T> | undefined,
): Promise<void> {
  if (!(await matchesNewestVersion(handle, table, key, row))) throw new AlteredRowError(getTableName(table), key);
}
