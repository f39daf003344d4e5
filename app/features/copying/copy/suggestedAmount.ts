import { shareOf } from '~/ledger/money';

/** Part of the available money that a copy is suggested to begin with, basis points, and the step of such amounts, cents. */
const SUGGESTED_BPS = 2_500;
const SUGGESTED_STEP_CENTS = 50_00n;

/** Returns the amount that every way to a copy begins with, cents: a quarter of what is available, so that results are seen. */
export function suggestedAmount(minimum: bigint, available: bigint): bigint {
  const part = shareOf(available, SUGGESTED_BPS);
  const rounded = part - (part % SUGGESTED_STEP_CENTS);
  return rounded > minimum ? rounded : minimum;
}
