import { calculateShareBps } from '~/platform/text/percent';

/** Returns the money in a copy, in cents: net contributions plus the result. It equals the balance of the copy's ledger account. */
export const getCopyBalance = ({ contributed, result }: { contributed: bigint; result: bigint }): bigint =>
  contributed + result;

/** Returns the highest net contribution to a copy, in cents. Percentages of a copy refer to it. `moved` is in chronological order. */
export function computeCapital(moved: readonly bigint[]): bigint {
  let putIn = 0n;
  let max = 0n;
  for (const amount of moved) {
    putIn += amount;
    if (putIn > max) max = putIn;
  }
  return max;
}

/**
 * Returns an amount as a part of a copy's capital, in basis points, rounded to nearest; null without capital. All returns of copies use
 * this rule.
 */
export const computePartOfCapital = (amount: bigint, capital: bigint): number | null =>
  capital > 0n ? calculateShareBps(amount, capital) : null;
