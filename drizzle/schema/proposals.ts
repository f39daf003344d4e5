import { flag, id, index, instant, json, table, text } from '../columns';

/**
 * Call of `/api/v1` that an assistant proposed with a person's API key. The call is made once the person confirms its
 * effect.
 */
export const proposal = table(
  'proposal',
  {
    id: id('id').primaryKey(),
    /** ID of the person: a user or an administrator. */
    ownerId: id('owner_id').notNull(),
    forAdmin: flag('for_admin').notNull(),
    /** Session of the API key; the proposal ends with it. */
    keyHash: text('key_hash').notNull(),
    operation: text('operation').notNull(),
    /** Fields as sent. */
    input: json('input').$type<Record<string, unknown>>().notNull(),
    /** Effect as shown (`canonicalEffect`). The effect at the confirmation must equal it. */
    effect: text('effect').notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [index('proposal_owner').on(t.ownerId, t.createdAt)],
);
