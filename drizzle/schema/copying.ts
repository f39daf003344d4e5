import { sql } from 'drizzle-orm';
import { cents, check, exact, flag, id, index, instant, int, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { trade, trader } from './traders';

/* Copies, and the results of their traders' trades and orders in them. */

export const COPY_STATES = ['active', 'paused', 'stopping', 'stopped'] as const;

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
    /** Net contributions of the user, cents. Their sum with the result is the allocation. */
    contributed: cents('contributed').notNull(),
    /** Sum of mirrored profits and losses, cents. */
    result: cents('result').notNull(),
    /** Floor: equity at or below which the copy stops, cents. */
    floor: cents('floor'),
    /** The same floor as a part of the contributions, basis points. */
    floorBps: int('floor_bps'),
    /** Largest part of the copy's equity in one position, basis points. */
    capBps: int('cap_bps'),
    /** Number of the last leader's order applied to a copy with positions; null for other copies. */
    leaderOrder: int('leader_order'),
    /** Leader's share of the copy's new gains, basis points, as its owner agreed to it. */
    shareBps: int('share_bps').notNull().default(0),
    /**
     * High-water mark of a copy with positions, in cents, for the leader's share. It is negative if withdrawals
     * exceeded it. After the stop it is the loss that must still be recovered.
     */
    highWaterMark: cents('high_water_mark'),
    /**
     * Day on which a copy with positions can't reach its floor or a close-out unless a price moves further than
     * `safeMove`.
     */
    lookedFrom: instant('looked_from'),
    /** Largest move of prices on that day that is harmless, millionths. */
    safeMove: int('safe_move'),
    status: text('status').$type<(typeof COPY_STATES)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    /** Time of the stop. Results dated later do not affect the copy. */
    stoppedAt: instant('stopped_at'),
    stopReason: text('stop_reason'),
    /** Latest time at which the money of a stopping copy returns. */
    dueAt: instant('due_at'),
    /** ID of the result that brought the copy to its floor or to nothing. */
    endedByTradeId: id('ended_by_trade_id').references(() => trade.id),
    /** Largest spread cost per UTC day, basis points of its equity; 10,000 means no limit. */
    daySpreadBps: int('day_spread_bps').notNull().default(200),
    /** UTC day of a copy's last order, and the spread paid on that day, 10^-8 dollars; for copies with positions. */
    spreadDay: instant('spread_day'),
    spreadPaid: exact('spread_paid'),
    /** Last UTC day on which the copy opened less than its leader because of the daily spread limit. */
    spreadReached: instant('spread_reached'),
    /** Number of the copy's rows in `copy_act`. */
    acts: int('acts').notNull().default(0),
  },
  (t) => [
    index('copy_user').on(t.userId, t.startedAt),
    index('copy_trader').on(t.traderId, t.status),
    index('copy_people').on(t.traderId, t.userId, t.status),
    index('copy_status').on(t.status),
    index('copy_follow').on(t.traderId, t.status, t.leaderOrder),
    index('copy_look').on(t.lookedFrom, t.safeMove),
    check('copy_status', oneOf(t.status, COPY_STATES)),
  ],
);

export const COPY_ACTS = ['pause', 'resume', 'stop', 'begin-stop', 'return', 'limit-day-spread'] as const;

/**
 * Acts of a copy's owner that decide the copy's settings at an earlier time. The copy has the number of these rows, so
 * that a removal is detected.
 */
export const copyAct = table(
  'copy_act',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Number within the copy, from 1. */
    number: int('number').notNull(),
    act: text('act').$type<(typeof COPY_ACTS)[number]>().notNull(),
    /** Limit of the daily spread before the act, basis points, if the act changed it. */
    daySpreadBefore: int('day_spread_before'),
    at: instant('at').notNull(),
    /** MAC over all columns above. */
    mac: text('mac').notNull(),
  },
  (t) => [uniqueIndex('copy_act_number').on(t.copyId, t.number)],
);

/** Shortfall of a copy with positions against its leader; computed from both logs. */
export const copyFigures = table('copy_figures', {
  id: id('id')
    .primaryKey()
    .references(() => copy.id),
  /**
   * The leader's results of closed trades, scaled to the copy, less the copy's own, in basis points of its capital; null before the
   * first.
   */
  fellShortBps: int('fell_short_bps'),
  /** End of the period for which the shortfall was computed. */
  until: instant('until').notNull(),
});

export const FLOW_KINDS = ['top-up', 'take-out'] as const;

/** Deposit into or withdrawal from a running copy. */
export const copyFlow = table(
  'copy_flow',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    userId: id('user_id').notNull(),
    kind: text('kind').$type<(typeof FLOW_KINDS)[number]>().notNull(),
    /** Requested amount in cents, always positive. */
    amount: cents('amount').notNull(),
    /** Time of the change. Results dated later include a deposit, but no longer a withdrawal. */
    at: instant('at').notNull(),
    /** Latest time at which a pending withdrawal is paid. */
    dueAt: instant('due_at'),
    /**
     * Amount that moved, in cents; null while pending. It is smaller than requested if losses dated before `at` left
     * less.
     */
    moved: cents('moved'),
    movedAt: instant('moved_at'),
  },
  (t) => [
    index('copy_flow_copy').on(t.copyId, t.at),
    index('copy_flow_due').on(t.movedAt, t.dueAt),
    check('copy_flow_kind', oneOf(t.kind, FLOW_KINDS)),
    check('copy_flow_positive', sql`${t.amount} > 0`),
    check('copy_flow_moved', sql`(${t.moved} is null) = (${t.movedAt} is null)`),
  ],
);

/**
 * States of a result in a copy. `kept`: its trade was voided, but it could not be reversed. `voiding`: its reversal
 * waits for the reserve.
 */
export const MIRROR_STATES = ['posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'] as const;

/**
 * Leader's trade as applied to one copy, with its size or the reason why it was not applied. Unique, so that an
 * interrupted run can resume.
 */
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
    /** Result in cents, always positive; `type` has the direction. Zero if skipped. */
    amount: cents('amount').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    /** Equity of the copy at the trade's time in cents, to which the result was applied. */
    equityBefore: cents('equity_before').notNull(),
    status: text('status').$type<(typeof MIRROR_STATES)[number]>().notNull(),
    reason: text('reason'),
    /** Date of the leader's trade. */
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

/** Outcome of one leader's order in one copy with positions. Unique, so that an interrupted run can resume. */
export const copiedOrder = table(
  'copied_order',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Number of the order in the leader's log. */
    leaderOrder: int('leader_order').notNull(),
    instrument: text('instrument').notNull(),
    /** True if the leader's position was taken over when the copy started. */
    takenOver: flag('taken_over').notNull(),
    /** Leader's signed size, 10^-8 units: that of the order, or of the position that was taken over. */
    leaderSize: exact('leader_size').notNull(),
    /** Leader's signed position before the order. */
    leaderHeld: exact('leader_held').notNull(),
    /** Price of the leader's fill, in units of the instrument's last decimal. */
    leaderPrice: exact('leader_price').notNull(),
    /** Equities that determined the size, both at the leader's instant, cents. */
    leaderEquity: cents('leader_equity').notNull(),
    copyEquity: cents('copy_equity').notNull(),
    /** Leader's size scaled to the copy, before any limit. */
    wanted: exact('wanted').notNull(),
    /** Size that the copy ordered; zero when skipped. */
    size: exact('size').notNull(),
    skipped: text('skipped'),
    cut: text('cut'),
    /** First and last of the copy's own rows; null without any. */
    firstOrder: int('first_order'),
    lastOrder: int('last_order'),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('copied_order_once').on(t.copyId, t.leaderOrder)],
);

/**
 * Sum of the money in a leader's running copies. It is stored so that the cost of an order does not depend on their
 * number.
 */
export const leaderStake = table('leader_stake', {
  /** The trader. */
  id: id('id')
    .primaryKey()
    .references(() => trader.id),
  /** Sum in cents; null if a copy started or ended, or a contribution changed, since it was computed. */
  held: cents('held'),
  /** UTC day for which the sum was computed. It does not include later results. */
  day: instant('day'),
});

/**
 * Range of a leader's orders during which the leader's own stake was too small, so that they opened nothing in copies.
 */
export const stakeShortage = table(
  'stake_shortage',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** Number of the first of these orders. */
    fromOrder: int('from_order').notNull(),
    /** Number of the first order with a sufficient stake again; null before. */
    untilOrder: int('until_order'),
    /**
     * Amounts at the first of these orders: the leader's own equity, the money in copies, and the required share of own
     * money.
     */
    equity: cents('equity').notNull(),
    held: cents('held').notNull(),
    stakeBps: int('stake_bps').notNull(),
    at: instant('at').notNull(),
    /** ID of the copy whose owner was notified last, and the time when all owners were notified. */
    toldUpTo: id('told_up_to'),
    toldAt: instant('told_at'),
  },
  (t) => [
    uniqueIndex('stake_shortage_order').on(t.traderId, t.fromOrder),
    index('stake_shortage_untold').on(t.id).where(sql`${t.toldAt} is null`),
  ],
);

export const SHARE_CAUSES = ['month', 'terms', 'stop'] as const;

/** Leader's share charged to a copy. Unique per copy and period, so that no gain is charged twice. */
export const leaderShare = table(
  'leader_share',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Owner of the copy. */
    userId: id('user_id').notNull(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** Investor who received the share; null if it went to the operator's fees. */
    leaderUserId: id('leader_user_id'),
    /** Occasion: a month ended, the owner agreed to another share, or the copy stopped. */
    cause: text('cause').$type<(typeof SHARE_CAUSES)[number]>().notNull(),
    /** Month that ended, as `2026-03`; otherwise the cause and the time in milliseconds, as `stop-1774000000000`. */
    period: text('period').notNull(),
    shareBps: int('share_bps').notNull(),
    /** Smaller of the copy's cash and equity before the share, cents. */
    base: cents('base').notNull(),
    markBefore: cents('mark_before').notNull(),
    amount: cents('amount').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('leader_share_once').on(t.copyId, t.period),
    index('leader_share_leader').on(t.leaderUserId),
    check('leader_share_cause', oneOf(t.cause, SHARE_CAUSES)),
    check('leader_share_positive', sql`${t.amount} > 0`),
  ],
);
