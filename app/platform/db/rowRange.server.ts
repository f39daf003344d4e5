import { asc, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { RowRange } from './paging';

/** Returns the parts of a query for a range of rows, newest first. IDs are in order of creation. */
export const createNewestFirstRange = (
  id: SQLiteColumn,
  { from, backwards }: RowRange,
): { beyond: SQL | undefined; order: SQL } => ({
  beyond: from ? (backwards ? gt(id, from) : lt(id, from)) : undefined,
  order: backwards ? asc(id) : desc(id),
});
