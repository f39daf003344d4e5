import { holdingCharge } from '~/trading/accounts/holding';
import type { Contract } from '~/trading/contracts';
import { ceilDiv, closeResult, max, notional, toCentsDown, toCentsUp, UNITS_PER_CENT } from '~/trading/numbers';
import { halfSpread, type Side, takerPrice } from '~/trading/orders/fills';

export type Terms = Pick<Contract, 'scale' | 'dollarBase' | 'spreadBps'>;

/** Order fields that the estimate needs. The size is unsigned, in 10^-8 units; prices are in units of the last decimal. */
export type OrderToEstimate = {
  side: Side;
  size: bigint;
  price: bigint;
  leverage: bigint;
  stop: bigint | null;
  takeProfit: bigint | null;
};

export type Estimate = {
  value: bigint;
  margin: bigint;
  /** Cost of closing immediately: the spread. */
  spread: bigint;
  holding: bigint;
  /** Result at the stop and at the take-profit; null without that level. A gap in prices can make the stop's loss larger. */
  atStop: bigint | null;
  atTakeProfit: bigint | null;
};

/** Raises a price to at least one unit of the last decimal, since an entered level can be too low. */
const clampToOne = (price: bigint): bigint => max(price, 1n);

/**
 * Estimates the fill price: the own level of a limit order; for other orders, the market price when the middle price
 * is at `level`.
 */
export const estimateFillPrice = (type: string, level: bigint, side: Side, terms: Terms): bigint =>
  clampToOne(type === 'limit' ? level : takerPrice(terms, level, side));

function getMid(terms: Terms, price: bigint, side: Side): bigint {
  const about = price - side * halfSpread(terms, price);
  return price - side * halfSpread(terms, about);
}

export function computeEstimate(
  terms: Terms,
  { side, size, price, leverage, stop, takeProfit }: OrderToEstimate,
): Estimate {
  const value = notional(size, price, terms);
  const resultAt = (exit: bigint) => toCentsDown(closeResult(side * size, size * price, clampToOne(exit), terms));
  return {
    value: toCentsUp(value),
    margin: toCentsUp(ceilDiv(value, leverage)),
    spread: -resultAt(price - 2n * side * halfSpread(terms, getMid(terms, price, side))),
    holding: holdingCharge(value, leverage),
    atStop: stop === null ? null : resultAt(takerPrice(terms, stop, side > 0n ? -1n : 1n)),
    // A take-profit is filled at its own price or a better one.
    atTakeProfit: takeProfit === null ? null : resultAt(takeProfit),
  };
}

/** Returns the size for an amount (cents) at a price, rounded down to the decimals that matter to the cent. */
export function computeSizeFor(cents: bigint, price: bigint, terms: Terms): bigint {
  const size = terms.dollarBase ? cents * UNITS_PER_CENT : (cents * UNITS_PER_CENT * terms.scale) / price;
  let step = 1n;
  while (notional(step * 10n, price, terms) <= UNITS_PER_CENT) step *= 10n;
  return size - (size % step);
}
