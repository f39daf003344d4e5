import { id, index, instant, int, json, table, text, uniqueIndex } from '../columns';
import { administrator } from './people';

/* Reports and findings about the ledger. */

/** A line of a month's trial balance: an account of the operator, or one kind of account of all users; cents as text, on its normal side. */
export type MonthLine = { name: string; opening: string; debits: string; credits: string; closing: string };

/** Journals of one kind in a month: count, and cents as text. */
export type MonthFlow = { kind: string; n: number; amount: string };

/** A month whose books are closed: nothing is posted any more that counts before its end. */
export const closedMonth = table(
  'closed_month',
  {
    id: id('id').primaryKey(),
    /** `2026-10`, by the UTC calendar of the product's clock. */
    month: text('month').notNull(),
    /** The first instant after it. */
    endsAt: instant('ends_at').notNull(),
    closedBy: id('closed_by')
      .notNull()
      .references(() => administrator.id),
    closedAt: instant('closed_at').notNull(),
    /** Totals of the month, added up by a job after it was closed; null until then. */
    report: json('report').$type<{ lines: MonthLine[]; flows: MonthFlow[] }>(),
    /** Position of the chain of seals when it was added up. */
    headPosition: int('head_position'),
    headHash: text('head_hash'),
  },
  (t) => [uniqueIndex('closed_month_of').on(t.month), index('closed_month_end').on(t.endsAt)],
);
