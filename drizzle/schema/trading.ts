import { sql } from 'drizzle-orm';
import { cents, check, exact, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';

/* Trading accounts: kinds, filled orders, positions and daily snapshots. */

export const TRADING_KINDS = ['leader', 'copy', 'investor'] as const;

/** Source of the prices that an account trades on. */
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
  /** Version 1.0.0 stored what is in `follows` now, with the leader's size. */
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

/** Money that moved and counts once its second is over, among what waits in an account. */
export type StoredLater = {
  later: { cents: string; since: number; by: StoredWaiting['by'] };
};

/** An account with positions. Whose it is, its own table says. */
export const tradingAccount = table(
  'trading_account',
  {
    id: id('id').primaryKey(),
    kind: text('kind').$type<(typeof TRADING_KINDS)[number]>().notNull(),
    cash: cents('cash').notNull(),
    /** Profits that could not be paid yet. */
    waitingProfit: cents('waiting_profit').notNull(),
    /** Losses beyond the cash that later results pay first. */
    deficit: cents('deficit').notNull(),
    /** Deficits that the market reserve bore. */
    forgiven: cents('forgiven').notNull(),
    /** Rows of its log: the number of the last one. */
    orders: int('orders').notNull(),
    /** Count of waiting orders so far: the key of the last one. */
    given: int('given').notNull(),
    waiting: json('waiting').$type<(StoredWaiting | StoredLater)[]>().notNull(),
    /** Values set for instruments; 1 for others. */
    leverage: json('leverage').$type<Record<string, number>>().notNull(),
    /** State of a simulated leader; null for other accounts. */
    memory: json('memory').$type<Record<string, number>>(),
    /** Everything up to this instant has been done. */
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

/** The log of an account: one row for each order that was filled, and for what else changed it. Rows never change. */
export const tradingOrder = table(
  'trading_order',
  {
    id: id('id').primaryKey(),
    accountId: id('account_id')
      .notNull()
      .references(() => tradingAccount.id),
    /** Within its account, from 1. */
    number: int('number').notNull(),
    at: instant('at').notNull(),
    kind: text('kind').$type<(typeof TRADING_ORDER_KINDS)[number]>().notNull(),
    /** Person or job that gave it. */
    source: text('source').$type<(typeof TRADING_SOURCES)[number]>().notNull(),
    /** Null for a flow. */
    instrument: text('instrument'),
    /** 10^-8 units, with its side. */
    size: exact('size').notNull(),
    /** In the instrument's last decimal, half the spread included. */
    price: exact('price').notNull(),
    /** Half the spread. */
    spread: exact('spread').notNull(),
    leverage: int('leverage').notNull(),
    stop: exact('stop'),
    takeProfit: exact('take_profit'),
    /** Filled beyond its level. */
    gap: flag('gap').notNull(),
    /** Put in or taken out. */
    flow: cents('flow').notNull(),
    /** Worth of the account just before. */
    equityBefore: cents('equity_before').notNull(),
    /** Result that it realised. */
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
    /** 10^-8 units, with its side. */
    size: exact('size').notNull(),
    /** The sum of size x price of what is held; its average entry is this over the size. */
    cost: exact('cost').notNull(),
    /** Results since it was last flat, 10^-8 dollars, and what was posted of them. */
    resultSum: exact('result_sum').notNull(),
    posted: cents('posted').notNull(),
    leverage: int('leverage').notNull(),
    stop: exact('stop'),
    takeProfit: exact('take_profit'),
    /** Time when its last order was filled. */
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
    /** Time when the day began. */
    day: instant('day').notNull(),
    equity: cents('equity').notNull(),
    /** Put in less taken out during the day. */
    flows: cents('flows').notNull(),
    /** Worth of all positions, whichever side. */
    exposure: cents('exposure').notNull(),
    /** Number of copies. */
    copies: int('copies').notNull(),
  },
  (t) => [uniqueIndex('trading_snapshot_day').on(t.accountId, t.day)],
);
