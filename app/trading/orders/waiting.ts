import { SECOND } from '~/platform/clock';
import type { Contract } from '../contracts';
import type { Prices } from '../prices/prices';
import { type Fill, fillTrigger, firstFill, isReachedAt, marketFillTime, type Trigger } from './fills';

/* When what waits is filled, on the simulated market and on a live source. Instants in milliseconds. */

/**
 * When an order that waits for its market is filled; null while that is not known. The simulated market fills it at the first
 * open second; a live source at its first good quote that was there only after the order.
 * @param since when it was given
 * @param advancedTo everything up to then has happened
 */
export function marketFillOf(prices: Prices, contract: Contract, since: number, advancedTo: number): number | null {
  if (prices.quoted) return prices.quoted.next(contract.id, since, advancedTo);
  return marketFillTime(contract, Math.max(since, advancedTo) + SECOND);
}

/**
 * When and how a limit, a stop or a take-profit is filled; null when it is not, up to `to`. The simulated market fills it at
 * the first second that reaches it. A live source fills it at its first quote after the order that reaches it, at that quote's
 * price, which was not known while the order could still be changed.
 */
export function triggerFill(
  prices: Prices,
  contract: Contract,
  trigger: Trigger,
  { since, advancedTo, to }: { since: number; advancedTo: number; to: number },
): Fill | null {
  if (!prices.quoted) return firstFill(prices, contract, trigger, Math.max(since, advancedTo), to);
  const quote = prices.quoted
    .seen(contract.id, since, advancedTo, to)
    .find(({ price }) => isReachedAt(contract, trigger, price));
  return quote ? fillTrigger(contract, trigger, quote.price, quote.observedAt) : null;
}
