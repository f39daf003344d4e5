import { sql } from 'drizzle-orm';
import { cents, check, flag, id, index, instant, json, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { file } from './platform';

/* Traders, their trades, and the copies that mirror them. */

export const TRADER_STATES = ['open', 'paused', 'retired'] as const;

export const trader = table(
  'trader',
  {
    id: id('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    nationality: text('nationality').notNull(),
    minimumCapital: cents('minimum_capital').notNull(),
    /** The capital the trader trades with, recorded; results are mirrored in proportion to it. */
    capital: cents('capital'),
    imageFileId: id('image_file_id').references(() => file.id),
    /** What was typed in the creation form: shown as declared, never sorted or ranked by. */
    declared: json('declared').$type<{ winRate: string; avgReturn: string; followers: string; rrRatio: string }>(),
    simulated: flag('simulated').notNull(),
    status: text('status').$type<(typeof TRADER_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('trader_status').on(t.status), check('trader_status_known', oneOf(t.status, TRADER_STATES))],
);

/** The trader's log: one closed result a row. */
export const trade = table(
  'trade',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    pair: text('pair').notNull(),
    /** Always positive; `type` says which way. */
    amount: cents('amount').notNull(),
    /** The trader's capital that the result was measured against when it was recorded, cents; null in rows from before. */
    capital: cents('capital'),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    source: text('source').$type<'engine' | 'operator'>().notNull(),
    at: instant('at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    index('trade_trader').on(t.traderId, t.at),
    check('trade_type', oneOf(t.type, ['profit', 'loss'])),
    check('trade_positive', sql`${t.amount} > 0`),
  ],
);

export const COPY_STATES = ['active', 'paused', 'stopped'] as const;

export const copy = table(
  'copy',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** Put in minus taken out by the user, cents; with the mirrored results it makes the allocation. */
    contributed: cents('contributed').notNull(),
    /** Mirrored profit minus loss so far. */
    result: cents('result').notNull(),
    /** The copy stops itself when its equity falls to this. */
    floor: cents('floor'),
    status: text('status').$type<(typeof COPY_STATES)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    stoppedAt: instant('stopped_at'),
    stopReason: text('stop_reason'),
  },
  (t) => [
    index('copy_user').on(t.userId, t.startedAt),
    index('copy_trader').on(t.traderId, t.status),
    check('copy_status', oneOf(t.status, COPY_STATES)),
  ],
);

export const MIRROR_STATES = ['posted', 'waiting', 'skipped'] as const;

/** One trade of the leader as it reached one copy: its size, or why it did not. Unique, so a fan-out can resume. */
export const mirror = table(
  'mirror',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    tradeId: id('trade_id')
      .notNull()
      .references(() => trade.id),
    userId: id('user_id').notNull(),
    pair: text('pair').notNull(),
    /** Positive; `type` says which way. Zero when skipped. */
    amount: cents('amount').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    equityBefore: cents('equity_before').notNull(),
    status: text('status').$type<(typeof MIRROR_STATES)[number]>().notNull(),
    reason: text('reason'),
    /** The leader's trade's date. */
    at: instant('at').notNull(),
    postedAt: instant('posted_at'),
  },
  (t) => [
    uniqueIndex('mirror_once').on(t.copyId, t.tradeId),
    index('mirror_user').on(t.userId, t.at),
    index('mirror_waiting').on(t.status),
    check('mirror_status', oneOf(t.status, MIRROR_STATES)),
  ],
);
