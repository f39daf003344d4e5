import { asc, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Stretch } from './paging';

/** How a query reads a stretch, newest first, of rows whose ids are in the order of making. */
export const newestAlong = (
  id: SQLiteColumn,
  { from, backwards }: Stretch,
): { beyond: SQL | undefined; order: SQL } => ({
  beyond: from ? (backwards ? gt(id, from) : lt(id, from)) : undefined,
  order: backwards ? asc(id) : desc(id),
});
