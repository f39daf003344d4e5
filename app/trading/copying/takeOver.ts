import { MINUTE } from '~/platform/durations';
import { type Account, listPositions, type Order, type WaitingOrder } from '../accounts/account';
import { fillOrder, midsAt } from '../accounts/advance';
import { withMoneyAt } from '../accounts/later';
import { calculateEquity } from '../accounts/margin';
import { requireContract } from '../contracts';
import { firstOpen, type Hours, isOpen } from '../hours';
import { abs } from '../numbers';
import { fillAt, getSide } from '../orders/fills';
import type { Prices } from '../prices/prices';
import type { CopiedOutcome } from './copied';
import { addSpreadOf, remainingSpread } from './daySpread';
import type { FollowedCopy, Follower, FollowTerms } from './follow';
import { sizeOpening } from './sizing';

/**
 * Takes over the leader's open positions at current prices, scaled to the copy. On a live source the takeover waits for
 * the next quote, in a closed market for the opening.
 * @param leader the leader's account at the same instant
 * @param lastOf returns the number of the leader's last order of an instrument
 * @param requestedAt time of the request; on a live source only later quotes fill the takeover
 */
export function takeOverPositions(
  copy: Follower,
  leader: Account,
  lastOf: (id: string) => number,
  { cap, daySpread }: Pick<FollowTerms, 'cap' | 'daySpread'>,
  prices: Prices,
  requestedAt = copy.until,
): FollowedCopy {
  const { until: at } = copy;
  const mids = midsAt(prices, at);
  const leaderEquity = calculateEquity(withMoneyAt(leader), mids);
  const copyEquity = calculateEquity(copy.account, mids);
  const bound = daySpread(at);
  let { account, spread } = copy;
  const copied: CopiedOutcome[] = [];
  for (const { id, size, cost, leverage } of listPositions(leader).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const contract = requireContract(id);
    const price = cost / abs(size);
    const leaderOrder = lastOf(id);
    const equities = { leaderPrice: price, leaderEquity, copyEquity };
    const since = takeOverAfter(contract.hours, prices, Math.max(at, requestedAt));
    if (since !== null) {
      const key = account.lastOrderKey + 1;
      const none = { level: null, stop: null, takeProfit: null };
      const follows = { leaderOrder, leaderHeld: 0n, leverage, ...equities };
      const waits: WaitingOrder = {
        ...none,
        key,
        id,
        kind: 'market',
        size,
        by: 'engine',
        since,
        follows,
        takesOver: true,
      };
      account = { ...account, lastOrderKey: key, waiting: [...account.waiting, waits] };
      continue;
    }
    const remaining = remainingSpread(spread, account, bound, { equity: copyEquity, mids, at });
    const sized = { contract, size, price, leverage, leaderEquity, copyEquity, cap, spreadRoom: remaining };
    const sizing = sizeOpening(account, { ...sized, paused: false, takingOver: true }, mids, at);
    let orders: readonly Order[] = [];
    if (sizing.size !== 0n) {
      const fill = fillAt(contract, mids(id), getSide(size), at);
      const order = { id, size: sizing.size, by: 'engine', kind: 'market', fill, leverage } as const;
      ({ account, orders } = fillOrder(account, prices, order));
    }
    spread = addSpreadOf(spread, orders);
    const fields = { leaderOrder, instrument: id, takenOver: true, leaderSize: size, leaderHeld: 0n };
    copied.push({ ...fields, ...equities, ...sizing, orders, at });
  }
  return { ...copy, account, spread, orders: copied.flatMap(({ orders }) => orders), copied: copied, atFloor: false };
}

/** Returns the time after which the next price takes over a position, milliseconds; null to take it over immediately. */
function takeOverAfter(hours: Hours | null, prices: Prices, now: number): number | null {
  if (isOpen(hours, now)) return prices.quoted ? now : null;
  // The leader's own orders fill at the first quote after the opening, so copies wait for a later one.
  return firstOpen(hours, now) + (prices.quoted ? MINUTE : 0);
}
