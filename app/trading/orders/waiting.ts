import { SECOND } from '~/platform/clock';
import { type Contract, mustContract } from '../contracts';
import type { Prices } from '../prices/prices';
import { type Fill, fillAt, fillTrigger, firstFill, isReachedAt, marketFillTime, sideOf, type Trigger } from './fills';

/* When what waits is filled, on the simulated market and on a live source. Instants in milliseconds. */

/** Pending fill, and the time of its price, which orders the fills of one instant. */
export type PendingFill = { fill: Fill; stood: number };

const comingAt = (fill: Fill, stood = fill.at): PendingFill => ({ fill, stood });

/** Returns how an order that waits for its market is filled: at the first open second, or the first good quote after it; null for not yet. */
export function marketFill(
  prices: Prices,
  { id, size, since }: { id: string; size: bigint; since: number },
  advancedTo: number,
): PendingFill | null {
  const contract = mustContract(id);
  if (!prices.quoted) {
    const at = marketFillTime(contract, Math.max(since, advancedTo) + SECOND);
    return comingAt(fillAt(contract, prices.at(id, at), sideOf(size), at));
  }
  const quote = prices.quoted.next(id, since, advancedTo);
  return quote && comingAt(fillAt(contract, quote.price, sideOf(size), quote.observedAt), quote.at);
}

/** Returns the time and price of a triggered fill up to `to`; a live source fills at the triggering quote, not at the level. */
export function triggerFill(
  prices: Prices,
  contract: Contract,
  trigger: Trigger,
  { since, advancedTo, to }: { since: number; advancedTo: number; to: number },
): PendingFill | null {
  if (!prices.quoted) {
    const fill = firstFill(prices, contract, trigger, Math.max(since, advancedTo), to);
    return fill && comingAt(fill);
  }
  const quote = prices.quoted
    .seen(contract.id, since, advancedTo, to)
    .find(({ price }) => isReachedAt(contract, trigger, price));
  return quote ? comingAt(fillTrigger(contract, trigger, quote.price, quote.observedAt), quote.at) : null;
}
