import { DAY, MINUTE, SECOND } from '~/platform/clock';
import { type Account, listPositions, type Order, type OrderKind, type WaitingOrder } from '../accounts/account';
import { type Advanced, advanceAccount, fillOrder, firstMinute, midsAt } from '../accounts/advance';
import { balanceWorth } from '../accounts/balance';
import { deferredDeposits, nextTransferAt, withMoneyAt } from '../accounts/later';
import { calculateEquity } from '../accounts/margin';
import { requireContract } from '../contracts';
import type { Ratio } from '../numbers';
import { fillAt, getSide } from '../orders/fills';
import type { Prices, QuotedPrices } from '../prices/prices';
import { COPY_DELAY_MS, HOLDING_TIME_MS } from '../tradingTerms';
import type { CopiedOutcome } from './copied';
import { addSpreadOf, type DaySpread, remainingSpread } from './daySpread';
import { outcomesOfDroppedOrders } from './dropped';
import { type Sizing, sizeOpening, sizeReducing, splitOrder } from './sizing';

/*
 * Advances a copy's account through its leader's orders and the market. Times are in milliseconds; times in a copy are
 * whole seconds.
 */

export type LeaderOrder = Order & { id: string; held: bigint };

/** Part of a leader's log: the orders after a given number, in order, and the number of the log's last row. */
export type LeaderLog = { orders: readonly LeaderOrder[]; last: number };

export type FollowTerms = {
  /** Largest part of the copy's equity in one position; null for no limit. */
  cap: Ratio | null;
  /**
   * Returns the equity at which the copy stops, in cents; 0 if it stops only once nothing is left, null if never.
   * @param notYet contributions that have not taken effect yet, in cents (`DeferredCash`)
   */
  floor: (notYet: bigint) => bigint | null;
  /**
   * Returns whether the copy was paused at the time of a leader's order (milliseconds), whatever its owner changed
   * later.
   */
  paused: (at: number) => boolean;
  /** Returns the limit of a day's spread at the time of a leader's order, as a share of equity; null for no limit. */
  daySpread: (at: number) => Ratio | null;
  lacksStake: (leaderOrder: number) => boolean;
  /** Start of the copy, milliseconds. On a live source, prices from before the start fill none of its orders. */
  begun?: number;
};

export type Follower = {
  account: Account;
  /** Time up to which all events have been applied. */
  until: number;
  leaderOrder: number;
  spread: DaySpread;
};

export type FollowedCopy = Follower & {
  orders: Order[];
  copied: CopiedOutcome[];
  /** True if the copy reached its floor at `until`. Its positions must then be closed at that time. */
  atFloor: boolean;
};

const TRADE_KINDS: ReadonlySet<OrderKind> = new Set(['market', 'limit', 'stop', 'take-profit', 'close-out']);

/**
 * Returns the orders among new rows of a leader's log, each with the position before it. `account` is the leader's
 * account after these rows.
 */
export function leaderOrders(account: Account, rows: readonly Order[]): LeaderOrder[] {
  const held = new Map(listPositions(account).map(({ id, size }) => [id, size]));
  const orders: LeaderOrder[] = [];
  for (const row of rows.toReversed()) {
    if (row.id === null || !TRADE_KINDS.has(row.kind)) continue;
    const before = (held.get(row.id) ?? 0n) - row.size;
    held.set(row.id, before);
    orders.push({ ...row, id: row.id, held: before });
  }
  return orders.reverse();
}

export const secondOf = (at: number): number => Math.floor(at / SECOND) * SECOND;

/** Longest time for which a copy waits for a price at a leader's order instead of queueing it, milliseconds. */
const MAX_DELAY_MS = MINUTE;

/**
 * Advances a copy to an instant: applies its leader's orders in sequence and, between them, holding costs, close-outs
 * and the floor. Many short calls give the same rows as one. Each order is queued at its own instant, with the equity
 * that determines its size and whether the copy was paused, so that later changes by the owner do not affect it. It is
 * filled a second after the leader's fill or, on a live source, at the next good quote of its instrument, and never at
 * a time that the copy has already passed. Meanwhile later orders continue.
 * @param mayHoldBack true if the copy may stay at the instant of an order that can't be filled yet, which saves
 * queueing it
 */
export function follow(
  copy: Follower,
  leader: LeaderLog,
  terms: FollowTerms,
  prices: Prices,
  to: number,
  mayHoldBack = false,
): FollowedCopy {
  const end = secondOf(to);
  let now: FollowedCopy = { ...copy, orders: [], copied: [], atFloor: false };
  const left = leader.orders.filter(({ number }) => number > copy.leaderOrder);
  for (const [index, order] of left.entries()) {
    if (order.at > end) return followUntil(now, terms, prices, end);
    now = followUntil(now, terms, prices, order.at);
    if (now.atFloor) return now;
    if (mayHoldBack && isHeldBack(now, left.slice(index), prices, end)) return now;
    now = queueOrder(now, order, terms, prices);
  }
  return followUntil({ ...now, leaderOrder: Math.max(now.leaderOrder, leader.last) }, terms, prices, end);
}

/** Returns whether a copy stays at the first of some orders, because no order can be filled up to `to`. */
function isHeldBack(copy: FollowedCopy, orders: readonly LeaderOrder[], prices: Prices, to: number): boolean {
  const at = orders[0]?.at ?? 0;
  if (!prices.quoted) return to < Math.max(at + COPY_DELAY_MS, copy.until);
  return to < at + MAX_DELAY_MS && !isAnyQuoted(copy, orders, prices, to);
}

function isAnyQuoted(copy: FollowedCopy, orders: readonly LeaderOrder[], prices: QuotedPrices, to: number): boolean {
  const isQuoted = ({ id, at }: LeaderOrder) =>
    (prices.quoted.next(id, at, copy.until - SECOND)?.observedAt ?? to + 1) <= to;
  return orders.some(isQuoted) || nextQueuedOrder(copy, prices, to) !== null;
}

/** Adds a leader's order to the copy's waiting orders, with the copy's equity and settings at the order's instant. */
function queueOrder(copy: FollowedCopy, order: LeaderOrder, terms: FollowTerms, prices: Prices): FollowedCopy {
  const { id, number: leaderOrder, size, at, held, price, leverage, equityBefore } = order;
  const since = prices.quoted ? Math.max(at, terms.begun ?? 0) : at;
  const { account } = copy;
  const copyEquity = calculateEquity(account, midsAt(prices, copy.until));
  const follows = {
    leaderOrder,
    leaderHeld: held,
    leaderPrice: price,
    leverage,
    leaderEquity: equityBefore,
    copyEquity,
  };
  const none = { level: null, stop: null, takeProfit: null };
  // A leader's order that closes the whole position cancels a takeover that still waits for it.
  const isClosed = splitOrder(held, size).reduces === -held;
  const gone = account.waiting.filter((each) => isClosed && each.id === id && each.takesOver);
  const stays = account.waiting.filter((each) => !gone.includes(each));
  // The key only distinguishes this order from other waiting ones.
  const key = account.waiting.reduce((most, each) => Math.max(most, each.key), account.lastOrderKey) + 1;
  const bound = terms.daySpread(at);
  const stood = {
    ...(terms.paused(at) && { paused: true as const }),
    daySpread: bound && ([Number(bound[0]), Number(bound[1])] as const),
  };
  const waits: WaitingOrder = { ...none, key, id, kind: 'market', size, by: 'engine', since, follows, ...stood };
  const copied = [...copy.copied, ...outcomesOfDroppedOrders(gone, secondOf(copy.until), 'leader-closed')];
  return { ...copy, leaderOrder, copied, account: { ...account, waiting: [...stays, waits] } };
}

export function followUntil(copy: FollowedCopy, terms: FollowTerms, prices: Prices, to: number): FollowedCopy {
  let now = copy;
  while (!now.atFloor) {
    const next = nextQueuedOrder(now, prices, to);
    now = advanceFollowed(now, terms.floor, prices, next?.at ?? to);
    if (!next || now.atFloor) break;
    const waiting = now.account.waiting.filter((each) => each.key !== next.key);
    now = copyOrder({ ...now, account: { ...now.account, waiting } }, next, terms, prices);
  }
  return now;
}

type DueCopiedOrder = {
  at: number;
  key: number;
  order: Pick<LeaderOrder, 'id' | 'number' | 'size' | 'held' | 'price' | 'leverage' | 'equityBefore'>;
  copyEquity: bigint;
  paused: boolean;
  takesOver: boolean;
  /**
   * Limit of the day's spread; undefined in orders of versions that did not store it, to which the current limit
   * applies.
   */
  daySpread: WaitingOrder['daySpread'];
};

/**
 * Returns the queued order that is filled first, up to `to`; null without one. A cancelled order can be filled only by
 * a price from before its cancellation.
 */
function nextQueuedOrder({ account, until }: FollowedCopy, { quoted }: Prices, to: number): DueCopiedOrder | null {
  let first: (DueCopiedOrder & { stood: number }) | null = null;
  for (const each of account.waiting) {
    const { key, id, size, since, follows, takesOver = false, paused = false, daySpread, cancelledAt } = each;
    if (!follows) continue;
    const second = Math.max(since + COPY_DELAY_MS, until);
    const quote = quoted ? quoted.next(id, since, until - SECOND) : { observedAt: second, at: second };
    if (!quote || quote.observedAt > to || (cancelledAt !== undefined && quote.at > cancelledAt)) continue;
    const { observedAt: at, at: stood } = quote;
    if (first && (first.at - at || first.stood - stood) <= 0) continue;
    const { leaderOrder: number, leaderHeld: held, leaderPrice: price, leverage, leaderEquity, copyEquity } = follows;
    const order = { id, number, size, held, price, leverage, equityBefore: leaderEquity };
    first = { at, stood, key, order, copyEquity, paused, takesOver, daySpread };
  }
  return first;
}

function advanceFollowed(copy: FollowedCopy, floorOf: FollowTerms['floor'], prices: Prices, to: number): FollowedCopy {
  let { account, until } = copy;
  const orders = [...copy.orders];
  const copied = [...copy.copied];
  const go = (end: number) => {
    const advanced = advanceAccount(account, prices, until, end);
    copied.push(...outcomesOfEnded(account, advanced));
    account = advanced.account;
    orders.push(...advanced.orders);
    until = end;
  };
  const spread = () => addSpreadOf(copy.spread, orders.slice(copy.orders.length));
  const done = (atFloor: boolean): FollowedCopy => ({
    ...copy,
    account,
    until,
    orders,
    copied,
    atFloor,
    spread: spread(),
  });
  const isAtFloor = (floor: bigint | null) =>
    floor !== null && calculateEquity(account, midsAt(prices, until)) <= floor;
  while (until < to) {
    account = withMoneyAt(account, until + 1);
    const floor = floorOf(deferredDeposits(account));
    // Holding charges and deferred transfers change the equity, so the floor is searched between two of them.
    const charge = Math.floor((until - HOLDING_TIME_MS) / DAY) * DAY + DAY + HOLDING_TIME_MS;
    const end = Math.min(charge, nextTransferAt(account), to);
    const last = end === charge ? end - MINUTE : end;
    const reached = firstAtFloor(account, floor, prices, [until, last]);
    go(reached ?? end);
    if (reached !== null || (end === charge && isAtFloor(floor))) return done(true);
  }
  return done(false);
}

function outcomesOfEnded(before: Account, { account }: Advanced): CopiedOutcome[] {
  const waits = new Set(account.waiting.map(({ key }) => key));
  const gone = before.waiting.filter(({ key, follows }) => follows && !waits.has(key));
  return gone.flatMap((order) => outcomesOfDroppedOrders([order], secondOf(order.cancelledAt ?? order.since)));
}

/** Returns the first full minute of a range, as `firstMinute` does, at which an account is at its floor. */
function firstAtFloor(
  account: Account,
  floor: bigint | null,
  prices: Prices,
  range: readonly [number, number],
): number | null {
  if (floor === null) return null;
  if (listPositions(account).length > 0) return firstMinute(account, prices, range, (equity) => equity > floor);
  const next = Math.floor(range[0] / MINUTE) * MINUTE + MINUTE;
  return balanceWorth(account.balance) <= floor && next <= range[1] ? next : null;
}

const ratioOf = ([over, under]: readonly [number, number]): Ratio => [BigInt(over), BigInt(under)];

function copyOrder(copy: FollowedCopy, due: DueCopiedOrder, terms: FollowTerms, prices: Prices): FollowedCopy {
  const { order, copyEquity, paused, takesOver, daySpread } = due;
  const bound = daySpread === undefined ? terms.daySpread(copy.until) : daySpread && ratioOf(daySpread);
  const { id, held, price, leverage, equityBefore: leaderEquity } = order;
  const contract = requireContract(id);
  const at = copy.until;
  // If the market closed within this second, its last price is used, which is also the leader's.
  const mids = midsAt(prices, at);
  const orders: Order[] = [];
  let { account } = copy;
  const give = ({ size }: Sizing) => {
    if (size === 0n) return;
    const fill = fillAt(contract, mids(id), getSide(size), at);
    const done = fillOrder(account, prices, { id, size, by: 'engine', kind: 'market', fill, leverage });
    account = done.account;
    orders.push(...done.orders);
  };
  const { reduces, opens } = splitOrder(held, order.size);
  const sizings: Sizing[] = [];
  let unopened: Sizing['skipped'] = null;
  if (reduces !== 0n) sizings.push(sizeReducing(account.positions[id]?.size ?? 0n, reduces, held));
  for (const sizing of sizings) give(sizing);
  if (opens !== 0n) {
    const opening = {
      contract,
      size: opens,
      price,
      leverage,
      leaderEquity,
      copyEquity,
      cap: terms.cap,
      // A pause applies if it was set at the leader's order; to a takeover also if it is set when the market opens.
      paused: paused || (takesOver && terms.paused(at)),
      lacksStake: !takesOver && terms.lacksStake(order.number),
      takingOver: takesOver,
      spreadRoom: remainingSpread(addSpreadOf(copy.spread, orders), account, bound, {
        equity: copyEquity,
        mids,
        at,
      }),
    };
    const sizing = sizeOpening(account, opening, mids, at);
    sizings.push(sizing);
    unopened = sizing.skipped;
    give(sizing);
  }
  const copied: CopiedOutcome = {
    leaderOrder: order.number,
    instrument: id,
    takenOver: takesOver,
    leaderSize: order.size,
    leaderHeld: held,
    leaderPrice: price,
    leaderEquity,
    copyEquity,
    wanted: sizings.reduce((sum, { wanted }) => sum + wanted, 0n),
    size: orders.reduce((sum, { size }) => sum + size, 0n),
    skipped: orders.length > 0 ? unopened : (sizings.at(-1)?.skipped ?? null),
    cut: sizings.at(-1)?.cut ?? null,
    orders,
    at,
  };
  return {
    ...copy,
    account,
    leaderOrder: Math.max(copy.leaderOrder, order.number),
    spread: addSpreadOf(copy.spread, orders),
    orders: [...copy.orders, ...orders],
    copied: [...copy.copied, copied],
  };
}
