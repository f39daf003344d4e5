import { bpsOfWhole } from '~/platform/text/percent';

/** What is in a copy now, cents: put in less taken out, and what came of it. Equals its ledger account. */
export const allocatedOf = ({ contributed, result }: { contributed: bigint; result: bigint }): bigint =>
  contributed + result;

/**
 * What the result of a copy, running or stopped, is measured against, cents: the most of its owner's own money that was in it at one
 * time. `capital = max over time of (put in so far - taken out so far)`. It is the same before and after money is taken out, a
 * dollar that comes and goes counts once, and no copy can lose more than it.
 * @param moved what was put in (more than zero) and taken out (less), cents, in order, beginning with what the copy began with
 */
export function capitalOf(moved: readonly bigint[]): bigint {
  let putIn = 0n;
  let most = 0n;
  for (const amount of moved) {
    putIn += amount;
    if (putIn > most) most = putIn;
  }
  return most;
}

/** Returns a part of a copy's capital in nearest basis points: the only rule for returns of copies. Null without any capital. */
export const partOfCapital = (amount: bigint, capital: bigint): number | null =>
  capital > 0n ? bpsOfWhole(amount, capital) : null;
