import { and, gte, like, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * Returns the condition that a column names an output of a transaction (`abc123:1`), as a range that an index supports in every
 * collation.
 */
export const isOutputOf = (column: SQLiteColumn, transaction: string): SQL | undefined =>
  and(gte(column, transaction), lt(column, `${transaction}z`), like(column, `${transaction}:%`));
