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
    /** Net contributions of the user, cents. With the result they make up the allocation. */
    contributed: cents('contributed').notNull(),
    /** Sum of mirrored profits and losses, cents. */
    result: cents('result').notNull(),
    /** Equity at or below which the copy stops itself, cents. */
    floor: cents('floor'),
    /** The same floor as a part of the contributions, basis points. */
    floorBps: int('floor_bps'),
    /** Largest part of its equity in one position, basis points. */
    capBps: int('cap_bps'),
    /** Number of the last leader's order applied to a copy with positions; null for other copies. */
    leaderOrder: int('leader_order'),
    /** Leader's share of the copy's new gains, basis points, as its owner agreed to it. */
    shareBps: int('share_bps').notNull().default(0),
    /**
     * High-water mark of a copy with positions, in cents, for the leader's share. Negative if withdrawals exceeded it. After the stop,
     * the loss still to be recovered.
     */
    highWaterMark: cents('high_water_mark'),
    /** Day on which a copy with positions can't reach its floor or a close-out while no price moves further than `safeMove`. */
    lookedFrom: instant('looked_from'),
    /** Largest harmless move, millionths. */
    safeMove: int('safe_move'),
    status: text('status').$type<(typeof COPY_STATES)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    /** Time from which results do not reach it. */
    stoppedAt: instant('stopped_at'),
    stopReason: text('stop_reason'),
    /** Latest time at which the money of a stopping copy returns. */
    dueAt: instant('due_at'),
    /** Result that brought it to its floor or to nothing. */
    endedByTradeId: id('ended_by_trade_id').references(() => trade.id),
    /** Largest spread cost per UTC day, basis points of its equity; 10,000 means no limit. */
    daySpreadBps: int('day_spread_bps').notNull().default(200),
    /** UTC day of a copy's last order, and the spread paid on that day, 10^-8 dollars; for copies with positions. */
    spreadDay: instant('spread_day'),
    spreadPaid: exact('spread_paid'),
    /** Last UTC day on which it opened less than its leader because of that limit. */
    spreadReached: instant('spread_reached'),
    /** Number of its rows in `copy_act`. */
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

/** Acts of its owner that decide the copy's settings at an earlier time. The copy counts these rows, so that a removal is detected. */
export const copyAct = table(
  'copy_act',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Counts from 1 for each copy. */
    number: int('number').notNull(),
    act: text('act').$type<(typeof COPY_ACTS)[number]>().notNull(),
    /** Former limit of the daily spread, if it was changed, basis points. */
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
  /** End of the period covered. */
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
    /** Results dated later do not include a withdrawal, and do include a deposit. */
    at: instant('at').notNull(),
    /** Latest time at which a pending withdrawal moves. */
    dueAt: instant('due_at'),
    /** Moved amount in cents; null while pending. Less than requested if losses dated before `at` left less. */
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

/** `kept`: result of a voided trade that could not be reversed. `voiding`: reversal that waits for the reserve. */
export const MIRROR_STATES = ['posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'] as const;

/** Trade of the leader in one copy, with its size or the reason why it did not reach the copy. Unique, so that a fan-out can resume. */
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
    /** Always positive, with the direction in `type`; zero if skipped. */
    amount: cents('amount').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    /** Equity of the copy at the trade's time in cents, to which the result applied. */
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

/** Outcome of one leader's order in one copy with positions. Unique, so that a fan-out can resume. */
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
    /** Leader's signed size, 10^-8 units: the size ordered, or held at a takeover. */
    leaderSize: exact('leader_size').notNull(),
    /** Leader's signed position before it. */
    leaderHeld: exact('leader_held').notNull(),
    /** Price of the leader's fill, in units of the instrument's last decimal. */
    leaderPrice: exact('leader_price').notNull(),
    /** Equities that determined the size, both at the leader's instant, cents. */
    leaderEquity: cents('leader_equity').notNull(),
    copyEquity: cents('copy_equity').notNull(),
    /** Size at the copy's equity before any limit. */
    wanted: exact('wanted').notNull(),
    /** Units that the copy ordered; zero when skipped. */
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

/** Sum of a leader's running copies, stored so that the cost of an order does not depend on their number. */
export const leaderStake = table('leader_stake', {
  /** The trader. */
  id: id('id')
    .primaryKey()
    .references(() => trader.id),
  /** Cents; null since a copy started or ended or a contribution changed. */
  held: cents('held'),
  /** UTC day of the sum. It does not include later results. */
  day: instant('day'),
});

/** Range of a leader's orders with too small a stake, which opened nothing in copies. */
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
    /** At the first of these orders: the leader's own equity, the money in copies, and the required part of it. */
    equity: cents('equity').notNull(),
    held: cents('held').notNull(),
    stakeBps: int('stake_bps').notNull(),
    at: instant('at').notNull(),
    /** ID of the copy whose owner was notified last, and the time when all were. */
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
    /** Investor who received it; null if it went to the operator's fees. */
    leaderUserId: id('leader_user_id'),
    /** Occasion: a month ended, the owner agreed to another share, or the copy stopped. */
    cause: text('cause').$type<(typeof SHARE_CAUSES)[number]>().notNull(),
    /** Month that ended, as `2026-03`; otherwise the cause and the time in milliseconds, as `stop-1774000000000`. */
    period: text('period').notNull(),
    shareBps: int('share_bps').notNull(),
    /** Smaller of the copy's cash and equity before it, cents. */
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
