import { and, inArray, not } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { isHeld } from '~/features/backoffice/reviewQueue/held.server';

export type Stateful = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn };

export const waitingIn = (table: Stateful, ...states: string[]) => ({
  table,
  where: and(inArray(table.status, states as never), not(isHeld(table.id))),
});
