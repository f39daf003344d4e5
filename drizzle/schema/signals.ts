import { check, id, index, instant, json, oneOf, table, text, uniqueIndex } from '../columns';
import { administrator } from './people';
import { trader } from './traders';

/* Keys and signals of traders whose own programs trade. */

/** Key with which a trader's program sends signals. */
export const signalKey = table(
  'signal_key',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** SHA-256 of the key, base64url. */
    hash: text('hash').notNull(),
    givenBy: id('given_by')
      .notNull()
      .references(() => administrator.id),
    createdAt: instant('created_at').notNull(),
    /** Time when the key was replaced or revoked; null while it is valid. */
    endedAt: instant('ended_at'),
  },
  (t) => [uniqueIndex('signal_key_hash').on(t.hash), index('signal_key_trader').on(t.traderId)],
);

export const SIGNAL_STATES = ['filled', 'waiting', 'refused'] as const;

/** Signal with its outcome, which is the answer to a repetition of the signal. */
export const signal = table(
  'signal',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** ID that the trader's program gave the signal; unique per trader. */
    reference: text('reference').notNull(),
    /** Signal as sent, without the key. */
    asked: json('asked').$type<Record<string, string>>().notNull(),
    status: text('status').$type<(typeof SIGNAL_STATES)[number]>().notNull(),
    /** Code of the refusal; empty for an accepted signal. */
    code: text('code').notNull(),
    message: text('message').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    uniqueIndex('signal_reference').on(t.traderId, t.reference),
    check('signal_status', oneOf(t.status, SIGNAL_STATES)),
  ],
);
