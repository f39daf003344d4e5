import { sql } from 'drizzle-orm';
import { check, id, index, instant, json, oneOf, table, text } from '../columns';
import { administrator } from './people';

/* Acts that need two administrators. */

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;

/** Act that one administrator requests in live mode, and that happens once a second administrator approves it. */
export const approval = table(
  'approval',
  {
    id: id('id').primaryKey(),
    /** Use case and its input. */
    operation: text('operation').notNull(),
    input: json('input').$type<Record<string, unknown>>().notNull(),
    /**
     * Effect computed at the request (`canonicalEffect`). The second administrator reads this effect, and the effect at
     * the approval must equal it.
     */
    effect: text('effect').notNull(),
    /** User whom the act concerns. */
    userId: id('user_id'),
    requestedBy: id('requested_by')
      .notNull()
      .references(() => administrator.id),
    requestedAt: instant('requested_at').notNull(),
    status: text('status').$type<(typeof APPROVAL_STATES)[number]>().notNull(),
    decidedBy: id('decided_by').references(() => administrator.id),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (t) => [
    index('approval_queue').on(t.status, t.requestedAt),
    check('approval_status', oneOf(t.status, APPROVAL_STATES)),
    check(
      'approval_two_people',
      sql`${t.status} = 'withdrawn' or ${t.decidedBy} is null or ${t.decidedBy} <> ${t.requestedBy}`,
    ),
  ],
);
