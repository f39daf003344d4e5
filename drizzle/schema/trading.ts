import { sql } from 'drizzle-orm';
import { cents, check, exact, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';

/* Trading accounts: kinds, filled orders, positions and daily snapshots. */

export const TRADING_KINDS = ['leader', 'copy', 'investor'] as const;

/** Sources of the prices on which an account trades. */
export const TRADING_FEEDS = ['simulated', 'exchange'] as const;

/** Waiting order as stored: integers as text. */
export type StoredWaiting = {
  key: number;
  id: string;
  kind: 'market' | 'limit' | 'stop' | 'amend';
  size: string;
  level: string | null;
  by: 'engine' | 'signal' | 'investor' | 'operator';
  since: number;
  stop: string | null;
  takeProfit: string | null;
  reduceOnly?: true;
  cancelledAt?: number;
  /** Version 1.0.0 stored the data of `follows` here, with the leader's size. */
  takesOver?:
    | true
    | ({ leaderOrder: number; leaderSize: string } & Record<'leaderPrice' | 'leaderEquity' | 'copyEquity', string>);
  follows?: {
    leaderOrder: number;
    leaderHeld: string;
    leaderPrice: string;
    leverage: string;
    leaderEquity: string;
    copyEquity: string;
  };
  paused?: true;
  daySpread?: readonly [over: number, under: number] | null;
};

/** Transfer that takes effect once its second is over; stored with an account's waiting orders. */
export type StoredLater = {
  later: { cents: string; since: number; by: StoredWaiting['by'] };
};

/** Account with positions. Another table has its owner. */
export const tradingAccount = table(
  'trading_account',
  {
    id: id('id').primaryKey(),
    kind: text('kind').$type<(typeof TRADING_KINDS)[number]>().notNull(),
    cash: cents('cash').notNull(),
    /** Profits that could not be paid yet because the reserve is too small, cents. */
    waitingProfit: cents('waiting_profit').notNull(),
    /** Losses beyond the cash, which later results pay first, cents. */
    deficit: cents('deficit').notNull(),
    /** Deficits that the market reserve bore. */
    forgiven: cents('forgiven').notNull(),
    /** Number of the last row of its log. */
    orders: int('orders').notNull(),
    /** Number of orders that have waited so far, which is the key of the last one. */
    given: int('given').notNull(),
    waiting: json('waiting').$type<(StoredWaiting | StoredLater)[]>().notNull(),
    /** Leverage set by instrument; 1 for others. */
    leverage: json('leverage').$type<Record<string, number>>().notNull(),
    /** State of a simulated leader; null for other accounts. */
    memory: json('memory').$type<Record<string, number>>(),
    /** Time up to which the account is advanced. */
    until: instant('until').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Price feed of its positions, whichever feed the installation uses later. */
    feed: text('feed').$type<(typeof TRADING_FEEDS)[number]>().notNull().default('simulated'),
  },
  (t) => [
    index('trading_account_waiting').on(t.kind).where(sql`${t.waitingProfit} > 0`),
    check('trading_account_kind', oneOf(t.kind, TRADING_KINDS)),
  ],
);

export const TRADING_ORDER_KINDS = [
  'market',
  'limit',
  'stop',
  'take-profit',
  'close-out',
  'holding',
  'amend',
  'flow',
] as const;
export const TRADING_SOURCES = ['engine', 'signal', 'investor', 'operator'] as const;

/** Log of an account: one row per filled order or other change. Rows never change. */
export const tradingOrder = table(
  'trading_order',
  {
    id: id('id').primaryKey(),
    accountId: id('account_id')
      .notNull()
      .references(() => tradingAccount.id),
    /** Number within its account, from 1. */
    number: int('number').notNull(),
    at: instant('at').notNull(),
    kind: text('kind').$type<(typeof TRADING_ORDER_KINDS)[number]>().notNull(),
    /** Person or job that placed the order. */
    source: text('source').$type<(typeof TRADING_SOURCES)[number]>().notNull(),
    /** Null for a flow. */
    instrument: text('instrument'),
    /** Signed size, 10^-8 units. */
    size: exact('size').notNull(),
    /** Price in units of the instrument's last decimal, half of the spread included. */
    price: exact('price').notNull(),
    /** Half of the spread. */
    spread: exact('spread').notNull(),
    leverage: int('leverage').notNull(),
    stop: exact('stop'),
    takeProfit: exact('take_profit'),
    /** True if it was filled beyond its level. */
    gap: flag('gap').notNull(),
    /** Deposit (positive) or withdrawal. */
    flow: cents('flow').notNull(),
    /** Equity of the account just before. */
    equityBefore: cents('equity_before').notNull(),
    /** Realised result. */
    result: cents('result').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    uniqueIndex('trading_order_number').on(t.accountId, t.number),
    index('trading_order_at').on(t.accountId, t.at),
    index('trading_order_result').on(t.accountId, t.at, t.id).where(sql`result <> 0 and kind <> 'holding'`),
    check('trading_order_kind', oneOf(t.kind, TRADING_ORDER_KINDS)),
    check('trading_order_source', oneOf(t.source, TRADING_SOURCES)),
  ],
);

/** Position of an account in one instrument; size zero means closed. */
export const tradingPosition = table(
  'trading_position',
  {
    id: id('id').primaryKey(),
    accountId: id('account_id')
      .notNull()
      .references(() => tradingAccount.id),
    instrument: text('instrument').notNull(),
    /** Signed size, 10^-8 units. */
    size: exact('size').notNull(),
    /** Sum of size x price over the fills of the position. Divided by the size it is the average entry price. */
    cost: exact('cost').notNull(),
    /** Sum of results since the position was opened, 10^-8 dollars, and the part of it that was posted. */
    resultSum: exact('result_sum').notNull(),
    posted: cents('posted').notNull(),
    leverage: int('leverage').notNull(),
    stop: exact('stop'),
    takeProfit: exact('take_profit'),
    /** Time when the position's last order was filled. */
    since: instant('since').notNull(),
  },
  (t) => [uniqueIndex('trading_position_instrument').on(t.accountId, t.instrument)],
);

/** Worth of an account at the end of a UTC day. */
export const tradingSnapshot = table(
  'trading_snapshot',
  {
    id: id('id').primaryKey(),
    accountId: id('account_id')
      .notNull()
      .references(() => tradingAccount.id),
    /** Start of the day. */
    day: instant('day').notNull(),
    equity: cents('equity').notNull(),
    /** Net deposits during the day. */
    flows: cents('flows').notNull(),
    /** Absolute worth of all positions. */
    exposure: cents('exposure').notNull(),
    /** Number of copies. */
    copies: int('copies').notNull(),
  },
  (t) => [uniqueIndex('trading_snapshot_day').on(t.accountId, t.day)],
);
