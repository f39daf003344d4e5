import { MINUTE } from '~/platform/clock';
import { type Account, listPositions, type WaitingOrder } from '../accounts/account';
import { fillOrder } from '../accounts/advance';
import { requireContract } from '../contracts';
import { type Fill, fillAt, getSide, marketFillTime } from '../orders/fills';
import { QUOTE_SETTLE_MS } from '../orders/place';
import type { Prices } from '../prices/prices';
import { MAX_QUOTE_AGE_MS } from '../tradingTerms';
import { outcomesOfDroppedOrders } from './dropped';
import { type FollowedCopy, type Follower, type FollowTerms, followUntil, secondOf } from './follow';

export type Closed = FollowedCopy & {
  /**
   * Time of the next attempt: the opening of the last closed market with a position, or soon after `to`. Null when no
   * positions or waiting orders are left.
   */
  dueAt: number | null;
};

/**
 * Closes every position at the first open second of its market after `from`; on a live source at the first good quote.
 * Copied orders that still wait are dropped, on a live source only after the first later price, since an earlier price
 * still fills them.
 * @param from time of the request, also if the clock was set back since
 * @param to now, or the end of known prices
 * @param now current time, which decides whether a price from before the request can still arrive
 * @param mayGet true if orders of the leader from before the closing may still arrive
 */
export function closeAll(
  copy: Follower,
  terms: Omit<FollowTerms, 'floor'>,
  prices: Prices,
  { from, to, now = to, mayGet = false }: { from: number; to: number; now?: number; mayGet?: boolean },
): Closed {
  const started: FollowedCopy = { ...copy, orders: [], copied: [], atFloor: false };
  const soon = to + MINUTE;
  const isDecided = now - from > QUOTE_SETTLE_MS || to - from > MAX_QUOTE_AGE_MS;
  if (prices.quoted && to < secondOf(from)) {
    const waits = isDecided ? withoutWaiting(started, from) : started;
    return { ...waits, dueAt: hasPositionsOrOrders(waits.account) || (mayGet && !isDecided) ? soon : null };
  }
  const withoutFloor = { ...terms, floor: () => null };
  let state = endCopy(started, prices, from);
  const go = (end: number) => {
    if (end > state.until) state = followUntil(state, withoutFloor, prices, end);
  };
  for (;;) {
    const next = findNextClosing(state.account, prices, from, copy.until);
    // A waiting order may still be filled and open a position, which must then be closed too.
    const at = Math.min(next?.fill.at ?? Number.POSITIVE_INFINITY, nextPriceOfWaiting(state, prices));
    if (at > to) break;
    go(at);
    const position = next?.fill.at === at ? state.account.positions[next.id] : undefined;
    // A close-out may already have closed it.
    if (!next || !position) continue;
    const order = { id: next.id, size: -position.size, by: 'engine', kind: 'market', fill: next.fill } as const;
    const closed = fillOrder(state.account, prices, order);
    state = { ...state, account: closed.account, orders: [...state.orders, ...closed.orders] };
  }
  if (hasPositionsOrOrders(state.account)) go(secondOf(to));
  if (isDecided) state = withoutWaiting(state, from);
  if (!hasPositionsOrOrders(state.account)) return { ...state, dueAt: null };
  const opens = prices.quoted ? [] : findClosings(state.account, prices, from, copy.until).map(({ fill }) => fill.at);
  // The time of a live source's next quote is unknown, but it is usually soon.
  return { ...state, dueAt: opens.length > 0 ? Math.max(...opens) : soon };
}

const hasPositionsOrOrders = (account: Account): boolean =>
  listPositions(account).length > 0 || account.waiting.length > 0;

function endCopy(copy: FollowedCopy, prices: Prices, from: number): FollowedCopy {
  if (!prices.quoted) return withoutWaiting(copy, from);
  const { account } = copy;
  const waiting = account.waiting.map((order): WaitingOrder => ({ ...order, cancelledAt: order.cancelledAt ?? from }));
  return { ...copy, account: { ...account, waiting } };
}

const withoutWaiting = (copy: FollowedCopy, from: number): FollowedCopy => ({
  ...copy,
  account: { ...copy.account, waiting: [] },
  copied: [...copy.copied, ...outcomesOfDroppedOrders(copy.account.waiting, secondOf(from))],
});

const nextPriceOfWaiting = ({ account, until }: Follower, { quoted }: Prices): number =>
  account.waiting.reduce(
    (first, { id, since }) => Math.min(first, quoted?.next(id, since, until)?.observedAt ?? first),
    Number.POSITIVE_INFINITY,
  );

type Closing = { id: string; fill: Fill; priceAt: number };

function findClosings(account: Account, prices: Prices, from: number, until: number): Closing[] {
  return listPositions(account).flatMap(({ id, size }): Closing[] => {
    const contract = requireContract(id);
    const second = prices.quoted ? null : marketFillTime(contract, secondOf(Math.max(from, until)));
    const quote = second === null ? prices.quoted?.next(id, from, until) : { observedAt: second, at: second };
    if (!quote) return [];
    const { observedAt: at, at: stood } = quote;
    return [{ id, fill: fillAt(contract, prices.at(id, at), getSide(-size), at), priceAt: stood }];
  });
}

const findNextClosing = (account: Account, prices: Prices, from: number, until: number): Closing | undefined =>
  findClosings(account, prices, from, until).sort(
    (a, b) => a.fill.at - b.fill.at || a.priceAt - b.priceAt || (a.id < b.id ? -1 : 1),
  )[0];
