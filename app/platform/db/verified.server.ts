import { getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { BulkRow, RowFilter, RowVersion } from './bulk';
import type { Handle, Reader } from './engine';
import { getBulkStatements } from './index.server';
import { findVersioned, getVersions } from './sealed/sealedHandle.server';
import { getSealedTable, type SealedTable } from './sealed/sealedTable';
import {
  AlteredRowError,
  cloneRow,
  getRowKey,
  isUnaltered,
  recordAlteredRow,
  Versions,
} from './sealed/versions.server';

/*
 * Verified reads of rows that decide about payments, rights, terms or prices (`decides` in `drizzle/protection.ts`). Other reads are
 * unverified, since the audit and each write detect alterations.
 */

export { isNewestVersionOf } from './sealed/sealedHandle.server';

declare const verifiedBrand: unique symbol;

/** Row that was unaltered when it was read. */
export type Verified<Row> = Row & { readonly [verifiedBrand]: true };

function requireSealedTable(table: SQLiteTable): SealedTable {
  const sealed = getSealedTable(table);
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
  which?: RowFilter<T> | SQL,
  ...order: SQL[]
): Promise<Verified<BulkRow<T>>[]> {
  const sealed = requireSealedTable(table);
  const found = await findVersioned(handle, getBulkStatements(handle), sealed, which as RowFilter<SQLiteTable>, order);
  const versions = getVersions(handle);
  return found.map((each) => {
    const { row, version } = each;
    if (versions ? versions.isAsWritten(sealed, each) : isUnaltered(sealed, row, version))
      return (versions ? cloneRow(sealed, row) : row) as Verified<BulkRow<T>>;
    throw new AlteredRowError(sealed.name, getRowKey(sealed, row));
  });
}

/** Prefetches rows that `verified` will read, to save a round trip. They are cached only in a transaction. */
export function prefetchVerified<T extends SQLiteTable>(tx: Handle, table: T, which: RowFilter<T>): void {
  const reading = findVersioned(tx, getBulkStatements(tx), requireSealedTable(table), which as RowFilter<SQLiteTable>);
  // The caller that awaits the rows gets the error.
  reading.catch(() => {});
}

/** Checks a row that was read together with its newest version (`isNewestVersionOf`). Records an altered row for the audit. */
export function matchesVersion<T extends SQLiteTable, Row extends BulkRow<T>>(
  table: T,
  row: Row,
  newest: RowVersion | null,
): row is Verified<Row> {
  const sealed = requireSealedTable(table);
  if (isUnaltered(sealed, row, newest)) return true;
  recordAlteredRow(sealed.name, getRowKey(sealed, row));
  return false;
}

/** Compares a row of a sealed table with its newest version; undefined for a missing row. */
export const matchesNewestVersion = <T extends SQLiteTable>(
  handle: Reader,
  table: T,
  key: string,
  row: BulkRow<T> | undefined,
): Promise<boolean> =>
  (getVersions(handle) ?? new Versions(getBulkStatements(handle))).matches(requireSealedTable(table), key, row);

/** Throws `AlteredRowError` if the row was altered (`isAsWritten`). */
export async function assertNewestVersion<T extends SQLiteTable>(
  handle: Reader,
  table: T,
  key: string,
  row: BulkRow<T> | undefined,
): Promise<void> {
  if (!(await matchesNewestVersion(handle, table, key, row))) throw new AlteredRowError(getTableName(table), key);
}
