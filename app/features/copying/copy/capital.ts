import { bpsOfWhole } from '~/platform/text/percent';

/** Returns the money in a copy, cents: contributions less withdrawals, plus its result. Equals its ledger account. */
export const allocatedOf = ({ contributed, result }: { contributed: bigint; result: bigint }): bigint =>
  contributed + result;

/** Returns the highest net contribution of a copy's owner (cents), which percentages refer to. `moved` is in order of time. */
export function capitalOf(moved: readonly bigint[]): bigint {
  let putIn = 0n;
  let max = 0n;
  for (const amount of moved) {
    putIn += amount;
    if (putIn > max) max = putIn;
  }
  return max;
}

/** Returns a part of a copy's capital in nearest basis points: the only rule for returns of copies. Null without any capital. */
export const partOfCapital = (amount: bigint, capital: bigint): number | null =>
  capital > 0n ? bpsOfWhole(amount, capital) : null;
