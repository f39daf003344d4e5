import { check, id, index, instant, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { file } from './platform';

/* What investors write to support, and what the staff answers. */

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
    /** The page that the investor came from; null where they came from none. */
    page: text('page'),
    status: text('status').$type<(typeof SUPPORT_STATES)[number]>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Since when it waits for the staff; what does not wait keeps the last such time. */
    waitingSince: instant('waiting_since').notNull(),
    /** By when a complaint is to be acknowledged and answered; null for all else. */
    acknowledgeBy: instant('acknowledge_by'),
    answerBy: instant('answer_by'),
    /** Times when the staff first wrote anything, and first answered. */
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

/** One message of it. */
export const supportMessage = table(
  'support_message',
  {
    id: id('id').primaryKey(),
    threadId: id('thread_id')
      .notNull()
      .references(() => supportThread.id),
    /** Whose thread it is in. */
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** The administrator who wrote it; null where the investor did. */
    administratorId: id('administrator_id'),
    text: text('text').notNull(),
    /** The picture that came with it. */
    fileId: id('file_id').references(() => file.id),
    at: instant('at').notNull(),
  },
  (t) => [index('support_message_thread').on(t.threadId, t.at), index('support_message_user').on(t.userId, t.at)],
);

/** Text that the staff answers with, chosen by its name. */
export const savedReply = table(
  'saved_reply',
  { id: id('id').primaryKey(), name: text('name').notNull(), text: text('text').notNull() },
  (t) => [uniqueIndex('saved_reply_name').on(t.name)],
);
