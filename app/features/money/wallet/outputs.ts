import { and, gte, like, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Condition that a column names an output of a transaction (`abc123:1`), as a range that an index finds in every collation. */
export const isOutputOf = (column: SQLiteColumn, transaction: string): SQL | undefined =>
  and(gte(column, transaction), lt(column, `${transaction}z`), like(column, `${transaction}:%`));
