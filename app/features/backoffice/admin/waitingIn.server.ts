import { and, inArray, not } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { isHeld } from '~/features/backoffice/reviewQueue/held.server';

export type StatefulTable = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn };

export const listWaitingIn = (table: StatefulTable, ...states: string[]) => ({
  table,
  where: and(inArray(table.status, states as never), not(isHeld(table.id))),
});
