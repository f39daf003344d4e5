import { sql } from 'drizzle-orm';
import { cents, check, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { file } from './platform';

/* Traders, their figures and trades, and investors' requests to be copied. */

export const TRADER_STATES = ['open', 'paused', 'retired'] as const;

/**
 * Source of a trader's results: entered manually, a simulated strategy, signals of a program, or an investor's own
 * orders.
 */
export const TRADER_SOURCES = ['log', 'engine', 'signal', 'investor'] as const;

export const trader = table(
  'trader',
  {
    id: id('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    nationality: text('nationality').notNull(),
    minimumCapital: cents('minimum_capital').notNull(),
    /** Capital of the trader as recorded. Results are mirrored in proportion to it. */
    capital: cents('capital'),
    imageFileId: id('image_file_id').references(() => file.id),
    /** Declared figures of the creation form, shown as such and never used for sorting. */
    declared: json('declared').$type<{ winRate: string; avgReturn: string; followers: string; rrRatio: string }>(),
    simulated: flag('simulated').notNull(),
    source: text('source').$type<(typeof TRADER_SOURCES)[number]>().notNull().default('log'),
    /** Simulated strategy that trades; null for other sources. */
    strategy: text('strategy'),
    /** Investor who is copied; null for other sources. */
    ownerUserId: id('owner_user_id').references(() => user.id),
    /** The trader's share of a copy's new profits, basis points. */
    shareBps: int('share_bps').notNull().default(0),
    status: text('status').$type<(typeof TRADER_STATES)[number]>().notNull(),
    /**
     * Time before which the log is complete: no earlier result can be entered any more, and no stopped copy waits for
     * one.
     */
    logCompleteUntil: instant('log_complete_until'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('trader_status').on(t.status), check('trader_status_known', oneOf(t.status, TRADER_STATES))],
);

/** Figures that no list needs. Ratios are fractions and durations milliseconds; null where the record is too short. */
export type StoredFigures = {
  total: number;
  quarter: number | null;
  months: { month: string; gain: number }[];
  longestUnderWater: number;
  worstDay: number | null;
  worstWeek: number | null;
  sharpe: number | null;
  sortino: number | null;
  annualised: boolean;
  averageHolding: number | null;
  /** Number of closed trades. Their mean duration is `averageHolding`. */
  closedPositions: number;
  traded: { id: string; trades: number }[];
  /** Yearly costs of spread and holding; absent in figures stored before they were computed. */
  costs?: { spread: number; holding: number } | null;
  /** Net asset value at the end of each day, 1 at the start. */
  nav: { at: number; nav: number }[];
};

/**
 * Figures of a trader at the end of a UTC day, for lists and profiles; computed from log, snapshots and orders. Fractions in basis
 * points; null for a short record.
 */
export const traderFigures = table('trader_figures', {
  id: id('id')
    .primaryKey()
    .references(() => trader.id),
  /** End of the last day included; null if the figures are outdated. */
  until: instant('until'),
  /** Days of record. */
  days: int('days').notNull(),
  monthReturnBps: int('month_return_bps'),
  quarterReturnBps: int('quarter_return_bps'),
  yearReturnBps: int('year_return_bps'),
  /** Return of the whole record. */
  totalReturnBps: int('total_return_bps'),
  /** Mean return of the calendar months (UTC) in the record, including partial ones. */
  meanMonthBps: int('mean_month_bps'),
  maxDrawdownBps: int('max_drawdown_bps').notNull(),
  /** Risk from 1 to 10; null if it is not rated. */
  risk: int('risk'),
  /** Return / largest fall, hundredths: the order of lists. */
  rank: int('rank'),
  /** Classes of traded instruments, separated by spaces: ` crypto forex `. */
  markets: text('markets').notNull(),
  /** Closed trades and manual results: counts and sums of those that won and of those that lost. */
  winners: int('winners').notNull(),
  losers: int('losers').notNull(),
  won: cents('won').notNull(),
  lost: cents('lost').notNull(),
  /** Trades open at the end of the period, valued at its prices. Null until computed. */
  openWinners: int('open_winners'),
  openLosers: int('open_losers'),
  openWon: cents('open_won'),
  openLost: cents('open_lost'),
  /** Number of manual results. Those of the current day are in no figure yet. */
  typed: int('typed').notNull(),
  /** Net asset value over twelve months or a shorter record, 10,000 at its start, for cards. Null until computed. */
  line: json('line').$type<number[]>(),
  /** Version of the computation (`FIGURES_VERSION`); null for figures from before versions. */
  version: int('version'),
  details: json('details').$type<StoredFigures>().notNull(),
});

/** Traders on users' watchlists. */
export const watchedTrader = table(
  'watched_trader',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('watched_trader_once').on(t.userId, t.traderId)],
);

/** Result of a closed trade in a trader's log. */
export const trade = table(
  'trade',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    pair: text('pair').notNull(),
    /** Amount of the result, always positive; `type` gives the direction. */
    amount: cents('amount').notNull(),
    /** Trader's capital when the result was recorded, cents. The result is measured against it. */
    capital: cents('capital').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    source: text('source').$type<'engine' | 'operator'>().notNull(),
    at: instant('at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** Time when an administrator voided the result, so that it no longer counts. */
    voidedAt: instant('voided_at'),
    voidReason: text('void_reason'),
    /** Time when the result or its reversal had reached all copies; null while some may be pending. */
    reachedAt: instant('reached_at'),
  },
  (t) => [
    index('trade_unreached').on(t.at, t.id).where(sql`${t.reachedAt} is null`),
    index('trade_trader').on(t.traderId, t.at),
    index('trade_amount').on(t.amount, t.id),
    check('trade_type', oneOf(t.type, ['profit', 'loss'])),
    check('trade_positive', sql`${t.amount} > 0`),
  ],
);

export const LEADER_REQUEST_STATES = ['waiting', 'accepted', 'rejected', 'withdrawn'] as const;

/** An investor's request to be copied. */
export const leaderRequest = table(
  'leader_request',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** Smallest initial amount of a copy, in cents. */
    minimumCapital: cents('minimum_capital').notNull(),
    status: text('status').$type<(typeof LEADER_REQUEST_STATES)[number]>().notNull(),
    askedAt: instant('asked_at').notNull(),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (t) => [
    index('leader_request_queue').on(t.status, t.askedAt),
    index('leader_request_user').on(t.userId, t.askedAt),
    check('leader_request_status', oneOf(t.status, LEADER_REQUEST_STATES)),
  ],
);
