import { MINUTE } from '~/platform/clock';
import { type Account, type Order, positionsOf } from '../accounts/account';
import { advance, filled } from '../accounts/advance';
import { mustContract } from '../contracts';
import { fillAt, marketFillTime, sideOf } from '../orders/fills';
import type { Prices } from '../prices/prices';
import { droppedOrders } from './dropped';
import { type Copied, secondOf } from './follow';

/** What closing all positions of an account comes to. */
export type Closed = {
  account: Account;
  orders: Order[];
  /** What came of the leader's orders that still waited for a price. */
  dropped: Copied[];
  until: number;
  /** When the last of the markets that are closed opens, at which its position closes; null when nothing is held any more. */
  dueAt: number | null;
};

/**
 * Closes every position at the first second that its market is open from an instant on, as far as those seconds are over; on a
 * live source at the first good quote after it. Orders that wait are dropped.
 * @param from when the closing was asked for; where the clock was set back since, what has happened counts
 * @param to now, or as far as prices are known
 */
export function closeAll(account: Account, prices: Prices, from: number, until: number, to: number): Closed {
  const orders: Order[] = [];
  let now: Account = { ...account, waiting: [] };
  let advancedTo = until;
  const closingTime = (id: string): number =>
    prices.quoted
      ? (prices.quoted.next(id, from, until) ?? Number.POSITIVE_INFINITY)
      : marketFillTime(mustContract(id), secondOf(Math.max(from, until)));
  const go = (end: number) => {
    if (end <= advancedTo) return;
    const advanced = advance(now, prices, advancedTo, end);
    now = advanced.account;
    orders.push(...advanced.orders);
    advancedTo = end;
  };
  const closings = positionsOf(account)
    .map(({ id }) => ({ id, at: closingTime(id) }))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  for (const { id, at } of closings) {
    if (at > to) break;
    go(at);
    const position = now.positions[id];
    // A close-out has closed this position already.
    if (!position) continue;
    const size = -position.size;
    const fill = fillAt(mustContract(id), prices.at(id, at), sideOf(size), at);
    const closed = filled(now, prices, { id, size, by: 'engine', kind: 'market', fill });
    now = closed.account;
    orders.push(...closed.orders);
  }
  const left = closings.filter(({ id }) => now.positions[id]);
  if (left.length > 0) go(secondOf(to));
  const still = left.filter(({ id }) => now.positions[id]);
  const last = still.at(-1)?.at;
  // When the next quote of a live source comes is not known: it is soon, as a rule.
  return {
    account: now,
    orders,
    dropped: droppedOrders(account, secondOf(from)),
    until: advancedTo,
    dueAt: last === undefined ? null : Number.isFinite(last) ? last : to + MINUTE,
  };
}
