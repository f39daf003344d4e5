import { calculateShare } from '~/ledger/money';

/** Suggested share of the available money for a new copy, in basis points, and the rounding step of suggested amounts, in cents. */
const SUGGESTED_BPS = 2_500;
const SUGGESTED_STEP_CENTS = 50_00n;

/** Returns the initial amount of a new copy, cents: a quarter of the available money, so that results are visible. */
export function suggestAmount(minimum: bigint, available: bigint): bigint {
  const part = calculateShare(available, SUGGESTED_BPS);
  const rounded = part - (part % SUGGESTED_STEP_CENTS);
  return rounded > minimum ? rounded : minimum;
}
