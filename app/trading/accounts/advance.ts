import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { requireContract } from '../contracts';
import { isOpen, lastOpen } from '../hours';
import { abs, min } from '../numbers';
import { type Fill, fillAt, getPrecedence, getSide, type Side, type Trigger } from '../orders/fills';
import { findMarketFill, findTriggerFill } from '../orders/waiting';
import type { Prices, Range } from '../prices/prices';
import { HOLDING_TIME_MS } from '../tradingTerms';
import {
  type Account,
  apply,
  calculateEntryPrice,
  getLeverage,
  listPositions,
  type Order,
  type WaitingOrder,
} from './account';
import { balanceWorth } from './balance';
import { nextTransferAt, withMoneyAt } from './later';
import { calculateEquity, hasMargin, isShort, type MidPriceOf, nextToCloseOut, requiredMargin } from './margin';
import { calculateMargin, holdingCost, openResult, type Position } from './position';

/*
 * Advances an account through time: orders, stops and take-profits at their seconds, holding costs at 22:00 UTC, and close-outs at full
 * minutes, in that order. On a live source it advances only as far as quotes are known. Times are in milliseconds.
 */

export type Advanced = { account: Account; orders: readonly Order[] };

/**
 * Returns a function that gives the price for valuing an instrument at an instant. A closed market has its last price.
 */
export function midsAt(prices: Prices, at: number): MidPriceOf {
  const known = new Map<string, bigint>();
  return (id) => {
    const price = known.get(id) ?? prices.at(id, lastOpen(requireContract(id).hours, at));
    known.set(id, price);
    return price;
  };
}

type DueEvent = { at: number; stood: number; rank: number; happen: (account: Account) => Advanced };

/**
 * Advances an account from one instant to another. Events at `from` have been applied already; those at `to` are
 * included.
 */
export function advanceAccount(account: Account, prices: Prices, from: number, to: number): Advanced {
  const orders: Order[] = [];
  let now = account;
  for (let advancedTo = from; advancedTo < to; ) {
    // A deferred transfer is added to the account after its second.
    now = withMoneyAt(now, advancedTo + 1);
    const end = Math.min(nextTransferAt(now), to);
    const advanced = advanceWithoutTransfers(now, prices, advancedTo, end);
    now = advanced.account;
    orders.push(...advanced.orders);
    advancedTo = end;
  }
  return { account: now, orders };
}

function advanceWithoutTransfers(account: Account, prices: Prices, from: number, to: number): Advanced {
  const orders: Order[] = [];
  let now = account;
  // An event may cause another one in the same second, so only the seconds before it are complete.
  let advancedTo = from;
  let chargedTo = from;
  for (;;) {
    const due = earliestEvent([
      ...changesDue(now, prices, advancedTo, to),
      ...stopsDue(now, prices, advancedTo, to),
      ...ordersDue(now, prices, advancedTo, to),
      // Charges due before the last event are omitted, because positions opened by that event were not held then.
      ...holdingChargesDue(now, prices, Math.max(chargedTo, advancedTo), to),
    ]);
    const short = firstShortMinute(now, prices, advancedTo, Math.min(to, due?.at ?? to));
    const next = earliestEvent([...(due ? [due] : []), ...(short === null ? [] : [closeOutAt(prices, short)])]);
    if (next === null) return { account: now, orders };
    const { account: after, orders: more } = next.happen(now);
    orders.push(...more);
    now = after;
    advancedTo = next.at - SECOND;
    if (next.rank === HOLDING_RANK) chargedTo = next.at;
  }
}

const earliestEvent = (dues: DueEvent[]): DueEvent | null =>
  dues.reduce<DueEvent | null>((best, due) => (best === null || isBefore(due, best) ? due : best), null);

/**
 * Returns whether one event comes before another. On a live source, of two events observed at the same time the one
 * with the earlier price comes first.
 */
const isBefore = (one: DueEvent, other: DueEvent): boolean =>
  (one.at - other.at || one.stood - other.stood || one.rank - other.rank) < 0;

/** Rank of amendments and cancellations, which come before prices of the same instant. */
const CHANGE_RANK = -1;
/** Rank of market orders, which come after stops, take-profits and limits (`getPrecedence`). */
const MARKET_RANK = 3;
const HOLDING_RANK = 4;
const CLOSE_OUT_RANK = 5;

/**
 * Returns due amendments and cancellations. They take effect at the next price, so nobody can revoke an order after
 * seeing its price elsewhere.
 */
const changesDue = (account: Account, prices: Prices, advancedTo: number, to: number): DueEvent[] =>
  account.waiting.flatMap((order): DueEvent[] => {
    const { key, id, kind, size, since, cancelledAt = kind === 'amend' ? since : undefined, by } = order;
    if (!prices.quoted || cancelledAt === undefined) return [];
    const quote = prices.quoted.next(id, cancelledAt, advancedTo);
    if (quote === null || quote.observedAt > to) return [];
    const { observedAt: at, at: stood } = quote;
    const happen = (now: Account): Advanced => {
      const without = { ...now, waiting: now.waiting.filter((each) => each.key !== key) };
      const held = now.positions[id]?.size ?? 0n;
      if (kind !== 'amend' || held === 0n || getSide(held) !== getSide(size)) return { account: without, orders: [] };
      const { stop, takeProfit } = order;
      const equityBefore = calculateEquity(now, midsAt(prices, at));
      const leverage = getLeverage(now, id);
      const changed = apply(
        without,
        calculateEntryPrice({ at, kind, by, id, stop, takeProfit, leverage, equityBefore }),
      );
      return { account: changed.account, orders: [changed.order] };
    };
    return [{ at, stood, rank: CHANGE_RANK, happen }];
  });

const sortedByInstrument = (positions: Position[]): Position[] => positions.sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Returns due stops and take-profits, sorted by instrument. The order of an account's positions is not reliable, since
 * it depends on the last save.
 */
const stopsDue = (account: Account, prices: Prices, advancedTo: number, to: number): DueEvent[] =>
  sortedByInstrument(listPositions(account)).flatMap((position) => {
    const { id, size, stop, takeProfit, since } = position;
    const side: Side = size > 0n ? -1n : 1n;
    const levels = [
      { kind: 'stop', level: stop },
      { kind: 'take-profit', level: takeProfit },
    ] as const;
    return levels.flatMap(({ kind, level }): DueEvent[] => {
      if (level === null) return [];
      const trigger: Trigger = { kind, side, level };
      const coming = findTriggerFill(prices, requireContract(id), trigger, { since, advancedTo, to });
      if (!coming) return [];
      const { fill, priceAt: stood } = coming;
      const happen = (now: Account) => fillOrder(now, prices, { id, size: -size, by: 'engine', kind, fill });
      return [{ at: fill.at, stood, rank: getPrecedence(trigger), happen }];
    });
  });

const ordersDue = (account: Account, prices: Prices, advancedTo: number, to: number): DueEvent[] =>
  account.waiting.flatMap((order): DueEvent[] => {
    const { id, kind, level, since, by, stop, takeProfit } = order;
    // Copied orders get their size when they are filled (`follow`).
    if (order.follows || kind === 'amend') return [];
    const contract = requireContract(id);
    const coming =
      level === null
        ? findMarketFill(prices, order, advancedTo)
        : findTriggerFill(prices, contract, triggerOf(order, level), { since, advancedTo, to });
    if (!coming || coming.fill.at > to) return [];
    const { fill, priceAt: stood } = coming;
    const happen = (now: Account) => {
      const waiting = now.waiting.filter(({ key }) => key !== order.key);
      const maxSize = order.reduceOnly ? closableSize(now, id, order.size) : order.size;
      if (maxSize === 0n) return { account: { ...now, waiting }, orders: [] };
      return fillOrder({ ...now, waiting }, prices, { id, size: maxSize, by, kind, fill, stop, takeProfit });
    };
    const rank = level === null ? MARKET_RANK : getPrecedence(triggerOf(order, level));
    return [{ at: fill.at, stood, rank, happen }];
  });

function closableSize({ positions }: Account, id: string, size: bigint): bigint {
  const held = positions[id]?.size ?? 0n;
  return held > 0n === size > 0n ? 0n : getSide(size) * min(abs(size), abs(held));
}

const triggerOf = ({ kind, size }: WaitingOrder, level: bigint): Trigger => ({
  kind: kind === 'stop' ? 'stop' : 'limit',
  side: getSide(size),
  level,
});

type OrderToFill = {
  id: string;
  size: bigint;
  by: Order['by'];
  kind: Order['kind'];
  fill: Fill;
  leverage?: bigint;
  stop?: bigint | null;
  takeProfit?: bigint | null;
};

/** Fills an order. If the margin does not suffice, the account stays unchanged. */
export function fillOrder(account: Account, prices: Prices, { fill, leverage, ...fillable }: OrderToFill): Advanced {
  const mids = midsAt(prices, fill.at);
  const entry = calculateEntryPrice({
    ...fillable,
    ...fill,
    leverage: account.positions[fillable.id]?.leverage ?? leverage ?? account.leverage[fillable.id] ?? 1n,
    equityBefore: calculateEquity(account, mids),
  });
  if (!hasMargin(account, entry, mids)) return { account, orders: [] };
  const { account: after, order } = apply(account, entry);
  return { account: after, orders: [order] };
}

function holdingChargesDue(account: Account, prices: Prices, chargedTo: number, to: number): DueEvent[] {
  if (listPositions(account).every(({ leverage }) => leverage === 1n)) return [];
  const at = Math.floor((chargedTo - HOLDING_TIME_MS) / DAY) * DAY + DAY + HOLDING_TIME_MS;
  return at > to ? [] : [{ at, stood: at, rank: HOLDING_RANK, happen: (now) => chargeHolding(now, prices, at) }];
}

function chargeHolding(account: Account, prices: Prices, at: number): Advanced {
  const mids = midsAt(prices, at);
  const orders: Order[] = [];
  let now = account;
  for (const position of sortedByInstrument(listPositions(account))) {
    const { id, leverage } = position;
    const price = mids(id);
    if (holdingCost(position, price) === 0n) continue;
    const equityBefore = calculateEquity(now, mids);
    const charged = apply(
      now,
      calculateEntryPrice({ at, kind: 'holding', by: 'engine', id, price, leverage, equityBefore }),
    );
    now = charged.account;
    orders.push(charged.order);
  }
  return { account: now, orders };
}

const closeOutAt = (prices: Prices, at: number): DueEvent => ({
  at,
  stood: at,
  rank: CLOSE_OUT_RANK,
  happen: (account) => closeOut(account, prices, at),
});

/**
 * Returns a function that tells whether an instrument can be closed out at a minute. On a live source this needs a
 * quote observed in the minute before.
 */
const canCloseAt =
  ({ quoted }: Prices, at: number) =>
  (id: string): boolean =>
    isOpen(requireContract(id).hours, at) && (quoted === null || quoted.isFresh(id, at));

/**
 * Closes positions, the one with the largest loss first, until the equity is sufficient or no position can be closed.
 */
export function closeOut(account: Account, prices: Prices, at: number): Advanced {
  const mids = midsAt(prices, at);
  const orders: Order[] = [];
  let now = account;
  for (;;) {
    const position = nextToCloseOut(now, mids, canCloseAt(prices, at));
    if (!position) return { account: now, orders };
    const { id, size } = position;
    const fill = fillAt(requireContract(id), mids(id), size > 0n ? -1n : 1n, at);
    const closed = fillOrder(now, prices, { id, size: -size, by: 'engine', kind: 'close-out', fill });
    now = closed.account;
    orders.push(...closed.orders);
  }
}

type HasEnoughEquity = (equity: bigint, margin: bigint) => boolean;

/**
 * Returns the first full minute after `after`, up to `to`, at which the margin requires a close-out; null without one.
 */
export function firstShortMinute(account: Account, prices: Prices, after: number, to: number): number | null {
  const canClose = (at: number) => listPositions(account).some(({ id }) => canCloseAt(prices, at)(id));
  return firstMinute(account, prices, [after, to], (equity, margin) => !isShort(equity, margin), canClose);
}

/**
 * Returns the first full minute of a range at which the equity is not `enough`; null without one. Skips days and hours
 * whose worst prices leave enough.
 */
export function firstMinute(
  account: Account,
  prices: Prices,
  [after, to]: readonly [after: number, to: number],
  enough: HasEnoughEquity,
  counts: (at: number) => boolean = () => true,
): number | null {
  const positions = listPositions(account);
  if (positions.length === 0) return null;
  const isEnough = (bounds: Prices['range'], from: number, until: number): boolean => {
    let equity = balanceWorth(account.balance);
    let margin = 0n;
    for (const position of positions) {
      const { hours } = requireContract(position.id);
      const range = bounds(position.id, lastOpen(hours, from), lastOpen(hours, until));
      equity += openResult(position, worstPrice(position, range));
      margin += calculateMargin(position, range.high);
    }
    return enough(equity, margin);
  };
  const isEnoughAt = (at: number): boolean => {
    const mids = midsAt(prices, at);
    return enough(calculateEquity(account, mids), requiredMargin(account, mids));
  };
  for (let from = Math.floor(after / MINUTE) * MINUTE + MINUTE; from <= to; ) {
    const dayEnd = Math.min((Math.floor(from / DAY) + 1) * DAY - MINUTE, to);
    if (isEnough(prices.bounds, from, dayEnd)) {
      from = (Math.floor(from / DAY) + 1) * DAY;
      continue;
    }
    const hourEnd = Math.min((Math.floor(from / HOUR) + 1) * HOUR - MINUTE, to);
    if (isEnough(prices.range, from, hourEnd)) {
      from = (Math.floor(from / HOUR) + 1) * HOUR;
      continue;
    }
    for (; from <= hourEnd; from += MINUTE) if (counts(from) && !isEnoughAt(from)) return from;
  }
  return null;
}

const worstPrice = ({ size }: Position, { low, high }: Range): bigint => (size > 0n ? low : high);
