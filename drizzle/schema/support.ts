import { check, id, index, instant, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { file } from './platform';

/* Messages of investors to support, and the staff's answers. */

export const SUPPORT_STATES = ['waiting', 'answered', 'closed'] as const;
export const SUPPORT_KINDS = ['question', 'report', 'complaint'] as const;

/** Conversation of an investor with the staff about one matter. */
export const supportThread = table(
  'support_thread',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    kind: text('kind').$type<(typeof SUPPORT_KINDS)[number]>().notNull(),
    subject: text('subject').notNull(),
    /** Page from which the investor came; null if unknown. */
    page: text('page'),
    status: text('status').$type<(typeof SUPPORT_STATES)[number]>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Time since which the thread waits for the staff; after an answer, the last such time. */
    waitingSince: instant('waiting_since').notNull(),
    /** Times by which a complaint must be acknowledged and answered; null for other requests. */
    acknowledgeBy: instant('acknowledge_by'),
    answerBy: instant('answer_by'),
    /** Times of the staff's first message and first answer. */
    acknowledgedAt: instant('acknowledged_at'),
    answeredAt: instant('answered_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('support_thread_user').on(t.userId, t.openedAt),
    index('support_thread_queue').on(t.status, t.waitingSince),
    check('support_thread_status', oneOf(t.status, SUPPORT_STATES)),
    check('support_thread_kind', oneOf(t.kind, SUPPORT_KINDS)),
  ],
);

/** Message of a thread. */
export const supportMessage = table(
  'support_message',
  {
    id: id('id').primaryKey(),
    threadId: id('thread_id')
      .notNull()
      .references(() => supportThread.id),
    /** Owner of the thread. */
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** Administrator who wrote it; null if the investor did. */
    administratorId: id('administrator_id'),
    text: text('text').notNull(),
    /** Attached picture. */
    fileId: id('file_id').references(() => file.id),
    at: instant('at').notNull(),
  },
  (t) => [index('support_message_thread').on(t.threadId, t.at), index('support_message_user').on(t.userId, t.at)],
);

/** Prepared text for answers of the staff, chosen by its name. */
export const savedReply = table(
  'saved_reply',
  { id: id('id').primaryKey(), name: text('name').notNull(), text: text('text').notNull() },
  (t) => [uniqueIndex('saved_reply_name').on(t.name)],
);
