import { SECOND } from '~/platform/clock';
import type { Contract } from '../contracts';
import type { Prices } from '../prices/prices';
import { fillOnMinutes } from '../prices/quotes';
import { type Fill, firstFill, marketFillTime, type Trigger } from './fills';

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
 * the first second that reaches it, a live source at the end of the first whole minute that does.
 */
export function triggerFill(
  prices: Prices,
  contract: Contract,
  trigger: Trigger,
  { since, advancedTo, to }: { since: number; advancedTo: number; to: number },
): Fill | null {
  if (!prices.quoted) return firstFill(prices, contract, trigger, Math.max(since, advancedTo), to);
  return (
    fillOnMinutes(contract, [trigger], since, prices.quoted.minutes(contract.id, since, advancedTo, to))?.fill ?? null
  );
}
