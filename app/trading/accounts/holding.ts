import { ceilDiv } from '../numbers';
import { HOLDING_RATE } from '../tradingTerms';

/**
 * Returns the cost of holding a position over `HOLDING_TIME_MS`, 10^-8 dollars, rounded up. It is zero without borrowed
 * money.
 */
export function holdingCharge(value: bigint, leverage: bigint): bigint {
  const [over, under] = HOLDING_RATE;
  return ceilDiv(value * (leverage - 1n) * over, leverage * under);
}
