import { check, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';

/* Webhooks of investors and administrators, and their deliveries. */

export const webhook = table(
  'webhook',
  {
    id: id('id').primaryKey(),
    /** ID of a user or an administrator. */
    ownerId: id('owner_id').notNull(),
    forAdmin: flag('for_admin').notNull(),
    url: text('url').notNull(),
    /** Secret that signs the posts, encrypted. */
    secret: text('secret').notNull(),
    /** Chosen groups of events. */
    kinds: json('kinds').$type<string[]>().notNull(),
    /** Session of the API key that created the webhook, which ends with it; null if it was created on the page. */
    keyHash: text('key_hash'),
    createdAt: instant('created_at').notNull(),
    /** Number of failed posts since the last delivered one, and the time of the first. */
    failures: int('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** Time when the webhook was turned off after failing for long; null while it is on. */
    disabledAt: instant('disabled_at'),
    /** Instant up to which events were read for the webhook, by the clock that makes IDs. */
    readUntil: instant('read_until').notNull(),
  },
  (t) => [index('webhook_owner').on(t.ownerId)],
);

/** Delivery of an event to one webhook. Unique, so that events can be read again. */
export const webhookDelivery = table(
  'webhook_delivery',
  {
    id: id('id').primaryKey(),
    webhookId: id('webhook_id')
      .notNull()
      .references(() => webhook.id),
    eventId: id('event_id').notNull(),
    /** Type of the event. */
    type: text('type').notNull(),
    /** JSON text as sent, the same at each attempt. */
    body: text('body').notNull(),
    status: text('status').$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: int('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
    /** Error of the last attempt as text, if it failed. */
    problem: text('problem'),
  },
  (t) => [
    uniqueIndex('webhook_delivery_once').on(t.webhookId, t.eventId),
    index('webhook_delivery_waiting').on(t.status, t.webhookId, t.nextAt),
    index('webhook_delivery_age').on(t.createdAt),
    check('webhook_delivery_status', oneOf(t.status, ['waiting', 'delivered', 'failed'])),
  ],
);
