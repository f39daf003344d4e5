import { flag, id, index, instant, json, table, text } from '../columns';

/** Call of `/api/v1` that an assistant proposed by a person's API key, done once the person confirms its effect. */
export const proposal = table(
  'proposal',
  {
    id: id('id').primaryKey(),
    /** The person: a user's id, or an administrator's. */
    ownerId: id('owner_id').notNull(),
    forAdmin: flag('for_admin').notNull(),
    /** Session of the API key, with which it ends. */
    keyHash: text('key_hash').notNull(),
    operation: text('operation').notNull(),
    /** Fields as they were sent. */
    input: json('input').$type<Record<string, unknown>>().notNull(),
    /** Effect as it was shown (`canonicalEffect`); it must be the same when it is confirmed. */
    effect: text('effect').notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [index('proposal_owner').on(t.ownerId, t.createdAt)],
);
