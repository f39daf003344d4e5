import { id, index, instant, int, json, table, text, uniqueIndex } from '../columns';
import { administrator } from './people';

/* Reports and findings about the ledger. */

/**
 * Line of a month's trial balance: an operator's account, or all users' accounts of one kind. Amounts are cents as
 * text, on the normal side.
 */
export type MonthLine = { name: string; opening: string; debits: string; credits: string; closing: string };

/** Journals of one kind in a month: count, and cents as text. */
export type MonthFlow = { kind: string; n: number; amount: string };

/** Month whose books are closed. Nothing effective before the month's end can be posted any more. */
export const closedMonth = table(
  'closed_month',
  {
    id: id('id').primaryKey(),
    /** `2026-10`, by the UTC calendar of the product's clock. */
    month: text('month').notNull(),
    /** First instant after the month. */
    endsAt: instant('ends_at').notNull(),
    closedBy: id('closed_by')
      .notNull()
      .references(() => administrator.id),
    closedAt: instant('closed_at').notNull(),
    /** Totals of the month, added up by a job after the closing; null until then. */
    report: json('report').$type<{ lines: MonthLine[]; flows: MonthFlow[] }>(),
    /** Position in the chain of seals when the totals were added up. */
    headPosition: int('head_position'),
    headHash: text('head_hash'),
  },
  (t) => [uniqueIndex('closed_month_of').on(t.month), index('closed_month_end').on(t.endsAt)],
);
