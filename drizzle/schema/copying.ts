import { sql } from 'drizzle-orm';
import { cents, check, exact, flag, id, index, instant, int, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { trade, trader } from './traders';

/* Copies, and what trades and orders of their traders brought them. */

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
    /** Put in minus taken out by the user, cents; with the mirrored results it makes the allocation. */
    contributed: cents('contributed').notNull(),
    /** Mirrored profit minus loss so far. */
    result: cents('result').notNull(),
    /** The copy stops itself when its equity falls to this. */
    floor: cents('floor'),
    /** The same as a part of what was put in, in basis points. */
    floorBps: int('floor_bps'),
    /** The most of its equity that one position may be worth, in basis points. */
    capBps: int('cap_bps'),
    /** Number, for a copy with positions, of the last of its leader's orders that was applied; null for other copies. */
    leaderOrder: int('leader_order'),
    /** The leader's share of what this copy newly gains, basis points, as its owner agreed to it. */
    shareBps: int('share_bps').notNull().default(0),
    /**
     * High-water mark of a copy with positions, in cents, for the leader's share. Negative if more was withdrawn than it was.
     * After the stop, the loss still to be regained.
     */
    highWaterMark: cents('high_water_mark'),
    /** Day, for a copy with positions, on which no floor or close-out is reached while no price moves further than `safeMove`. */
    lookedFrom: instant('looked_from'),
    /** In millionths. */
    safeMove: int('safe_move'),
    status: text('status').$type<(typeof COPY_STATES)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    /** Results dated from this instant on do not reach it. */
    stoppedAt: instant('stopped_at'),
    stopReason: text('stop_reason'),
    /** While it is stopping: its money returns at this instant at the latest. */
    dueAt: instant('due_at'),
    /** The result that brought it to its floor, or to nothing. */
    endedByTradeId: id('ended_by_trade_id').references(() => trade.id),
    /** The part of its equity that trading may cost it in spread on one UTC day, basis points; 10,000 for no bound. */
    daySpreadBps: int('day_spread_bps').notNull().default(200),
    /** UTC day, for a copy with positions, of its last order, and what it paid in spread on that day, 10^-8 dollars. */
    spreadDay: instant('spread_day'),
    spreadPaid: exact('spread_paid'),
    /** The last UTC day on which it opened less than its leader did because of that bound. */
    spreadReached: instant('spread_reached'),
    /** Count of its rows in `copy_act`. */
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

/** Acts of its owner that decide how a copy was set at an earlier instant. Its copy counts these rows, so that none can be taken away. */
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
    /** Former bound of the spread of a day where it was changed, basis points. */
    daySpreadBefore: int('day_spread_before'),
    at: instant('at').notNull(),
    /** MAC over all the above. */
    mac: text('mac').notNull(),
  },
  (t) => [uniqueIndex('copy_act_number').on(t.copyId, t.number)],
);

/** Shortfall of a copy with positions against its leader; computed from both logs. */
export const copyFigures = table('copy_figures', {
  id: id('id')
    .primaryKey()
    .references(() => copy.id),
  /** The leader's results of closed trades, scaled to the copy, less the copy's own; basis points of its capital; null before the first. */
  fellShortBps: int('fell_short_bps'),
  /** End of the period included. */
  until: instant('until').notNull(),
});

export const FLOW_KINDS = ['top-up', 'take-out'] as const;

/** Money that the owner of a running copy put into it or took out of it. */
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
    /** Results dated after this count without it (taken out) or with it (put in). */
    at: instant('at').notNull(),
    /** Money taken out that is still in the copy moves at this instant at the latest. */
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
    /** Equity of the copy at the trade's time in cents, to which the result applied. */
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

/** Outcome of one leader's order in one copy with positions. Unique, so that a fan-out can resume. */
export const copiedOrder = table(
  'copied_order',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Its number in the leader's log. */
    leaderOrder: int('leader_order').notNull(),
    instrument: text('instrument').notNull(),
    /** The leader's position was taken over as it stood when the copy began. */
    takenOver: flag('taken_over').notNull(),
    /** The leader's, 10^-8 units with its side: what it ordered, or held when it was taken over. */
    leaderSize: exact('leader_size').notNull(),
    /** Units that the leader held before it. */
    leaderHeld: exact('leader_held').notNull(),
    /** The leader's fill, in the instrument's last decimal. */
    leaderPrice: exact('leader_price').notNull(),
    /** Equities that sized it: both at the leader's instant, cents. */
    leaderEquity: cents('leader_equity').notNull(),
    copyEquity: cents('copy_equity').notNull(),
    /** Size at the copy's equity, before anything cut it. */
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

/** Sum of a leader's running copies, stored so that an order costs the same for any number of copies. */
export const leaderStake = table('leader_stake', {
  /** The trader. */
  id: id('id')
    .primaryKey()
    .references(() => trader.id),
  /** Cents; null since one of them began or ended, or money was put in or taken out. */
  held: cents('held'),
  /** The UTC day on which it was added up: results since then are not in it. */
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
    /** The number of the first of these orders. */
    fromOrder: int('from_order').notNull(),
    /** Number of the first order with a sufficient stake again; null before. */
    untilOrder: int('until_order'),
    /** At the first of these orders: the leader's own equity before it, what copies held, and the part of it that was needed. */
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

/** Leader's share charged to a copy. Unique by copy and period, so that no gain is charged twice. */
export const leaderShare = table(
  'leader_share',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    /** Whose copy it is. */
    userId: id('user_id').notNull(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** The investor who got it; null where it went to the operator's fees. */
    leaderUserId: id('leader_user_id'),
    /** Occasion: a month ended, its owner agreed to another share, or the copy stopped. */
    cause: text('cause').$type<(typeof SHARE_CAUSES)[number]>().notNull(),
    /** The month that ended, as `2026-03`; else the cause and the instant in milliseconds, as `stop-1774000000000`. */
    period: text('period').notNull(),
    shareBps: int('share_bps').notNull(),
    /** The lesser of the copy's cash and equity before it, cents. */
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
