import { asc, desc } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { getPageRange } from '~/platform/db/paging';
import type { QueueView } from './view';

export function buildQueueRange(
  { show, page, size }: Pick<QueueView, 'show' | 'page' | 'size'>,
  at: SQLiteColumn,
  id: SQLiteColumn,
) {
  const order = show === 'all' ? desc : asc;
  return { order: [order(at), order(id)], ...getPageRange(page, size) };
}
