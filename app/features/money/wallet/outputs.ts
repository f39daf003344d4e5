import { and, gte, like, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * The condition that a column names an output of a transaction (`abc123:1`). The range is what an index finds: in every order of letters an
 * output comes behind its transaction, and before whatever follows it with a letter.
 * @param transaction without the number of an output, as the column spells it
 */
export const isOutputOf = (column: SQLiteColumn, transaction: string): SQL | undefined =>
  and(gte(column, transaction), lt(column, `${transaction}z`), like(column, `${transaction}:%`));
