import { SECOND } from '~/platform/clock';
import { type Contract, requireContract } from '../contracts';
import type { Prices } from '../prices/prices';
import { type Fill, fillAt, fillTrigger, firstFill, getSide, isReachedAt, marketFillTime, type Trigger } from './fills';

/* Computes when waiting orders are filled, on the simulated market and on a live source. Times are in milliseconds. */

/** Fill with the time of its price, which decides the order of fills at the same instant. */
export type PendingFill = { fill: Fill; priceAt: number };

const pendingFill = (fill: Fill, stood = fill.at): PendingFill => ({ fill, priceAt: stood });

/**
 * Returns the fill of an order that waits for its market: at the first open second, or at the first good quote after
 * it. Null without such a quote.
 */
export function findMarketFill(
  prices: Prices,
  { id, size, since }: { id: string; size: bigint; since: number },
  advancedTo: number,
): PendingFill | null {
  const contract = requireContract(id);
  if (!prices.quoted) {
    const at = marketFillTime(contract, Math.max(since, advancedTo) + SECOND);
    return pendingFill(fillAt(contract, prices.at(id, at), getSide(size), at));
  }
  const quote = prices.quoted.next(id, since, advancedTo);
  return quote && pendingFill(fillAt(contract, quote.price, getSide(size), quote.observedAt), quote.at);
}

/**
 * Returns the fill of a triggered order up to `to`; null if it is not triggered. On a live source the price is that of
 * the triggering quote, not the level.
 */
export function findTriggerFill(
  prices: Prices,
  contract: Contract,
  trigger: Trigger,
  { since, advancedTo, to }: { since: number; advancedTo: number; to: number },
): PendingFill | null {
  if (!prices.quoted) {
    const fill = firstFill(prices, contract, trigger, Math.max(since, advancedTo), to);
    return fill && pendingFill(fill);
  }
  const quote = prices.quoted
    .seen(contract.id, since, advancedTo, to)
    .find(({ price }) => isReachedAt(contract, trigger, price));
  return quote ? pendingFill(fillTrigger(contract, trigger, quote.price, quote.observedAt), quote.at) : null;
}
