import { DAY } from '~/platform/clock';
import { type Account, listPositions, type Order } from '../accounts/account';
import type { MidPriceOf } from '../accounts/margin';
import { type Contract, requireContract } from '../contracts';
import { abs, ceilDiv, floorDiv, max, type Quoting, type Ratio, UNITS_PER_CENT } from '../numbers';
import { halfSpread } from '../orders/fills';

/*
 * Daily spread limit. A leader who constantly opens and closes positions would consume a copy by spread alone. A copy therefore limits
 * its spread costs per UTC day, and opens nothing more once the limit is reached.
 */

export type DaySpread = {
  day: number;
  /** Spread paid so far, 10^-8 dollars. */
  paid: bigint;
};

export const NO_SPREAD: DaySpread = { day: 0, paid: 0n };

const dayOf = (at: number): number => Math.floor(at / DAY) * DAY;

export const spreadCost = (size: bigint, spread: bigint, price: bigint, { scale, dollarBase }: Quoting): bigint =>
  ceilDiv(abs(size) * spread, dollarBase ? price : scale);

export function addSpreadOf(before: DaySpread, orders: readonly Order[]): DaySpread {
  return orders.reduce((sum, { at, id, size, spread, price }) => {
    if (id === null || size === 0n) return sum;
    const day = dayOf(at);
    const cost = spreadCost(size, spread, price, requireContract(id));
    return { day, paid: cost + (day === sum.day ? sum.paid : 0n) };
  }, before);
}

/**
 * Returns the spread that a copy may still pay on a day, 10^-8 dollars; null without a limit. Reserves the cost of
 * closing all positions.
 */
export function remainingSpread(
  { day, paid }: DaySpread,
  account: Account,
  bound: Ratio | null,
  { equity, mids, at }: { equity: bigint; mids: MidPriceOf; at: number },
): bigint | null {
  if (bound === null) return null;
  const [over, under] = bound;
  const whole = (max(equity, 0n) * UNITS_PER_CENT * over) / under;
  const closing = listPositions(account).reduce((sum, { id, size }) => {
    const contract = requireContract(id);
    const mid = mids(id);
    return sum + spreadCost(size, halfSpread(contract, mid), mid, contract);
  }, 0n);
  return max(whole - (day === dayOf(at) ? paid : 0n) - closing, 0n);
}

/** Returns the largest unsigned size whose opening and closing cost at most `remaining` in spread. */
export function sizeWithin(remaining: bigint, contract: Contract, mid: bigint): bigint {
  const whole = 2n * halfSpread(contract, mid);
  return whole === 0n || remaining <= 0n
    ? 0n
    : floorDiv(remaining * (contract.dollarBase ? mid : contract.scale), whole);
}
