import { requireContract } from '../contracts';
import {
  abs,
  addPart,
  ceilDiv,
  closeResult,
  floorDiv,
  min,
  NO_PARTS,
  notional,
  type Parts,
  toCentsUp,
  UNITS_PER_CENT,
} from '../numbers';
import { getSide, takerPrice } from '../orders/fills';
import { holdingCharge } from './holding';

export type Position = {
  id: string;
  /** Signed size: positive when long, negative when short, never zero. */
  size: bigint;
  /** Sum of size x price over the position's fills, without the closed parts. */
  cost: bigint;
  parts: Parts;
  leverage: bigint;
  stop: bigint | null;
  takeProfit: bigint | null;
  /** Time of the last fill or amendment, milliseconds. Stop and take-profit apply only to later seconds. */
  since: number;
};

export type FilledOrder = {
  id: string;
  size: bigint;
  price: bigint;
  at: number;
  leverage: bigint;
  stop: bigint | null;
  takeProfit: bigint | null;
};

export type AfterFill = { position: Position | null; result: bigint };

/**
 * Applies a filled order to a position. An order larger than an opposite position closes it, and opens the remainder on
 * the other side.
 */
export function applyFill(held: Position | null, order: FilledOrder): AfterFill {
  if (order.size === 0n) throw new RangeError('An order trades more than nothing');
  if (held === null) return { position: openPosition(order), result: 0n };
  if (getSide(held.size) === getSide(order.size)) return { position: addToPosition(held, order), result: 0n };
  const closing = min(abs(order.size), abs(held.size));
  const { position, result } = closePart(held, closing, order);
  const rest = abs(order.size) - closing;
  if (rest === 0n) return { position, result };
  return { position: openPosition({ ...order, size: getSide(order.size) * rest }), result };
}

const openPosition = ({ id, size, price, at, leverage, stop, takeProfit }: FilledOrder): Position => ({
  id,
  size,
  cost: abs(size) * price,
  parts: NO_PARTS,
  leverage,
  stop,
  takeProfit,
  since: at,
});

const addToPosition = (held: Position, order: FilledOrder): Position => ({
  ...held,
  size: held.size + order.size,
  cost: held.cost + abs(order.size) * order.price,
  stop: order.stop ?? held.stop,
  takeProfit: order.takeProfit ?? held.takeProfit,
  since: order.at,
});

/**
 * Closes `size` (unsigned) of a position. The closed part's share of the cost is rounded against the account; the
 * remainder keeps the remaining cost.
 */
function closePart(held: Position, size: bigint, { price, at }: FilledOrder): AfterFill {
  const side = getSide(held.size);
  const whole = abs(held.size);
  const cost = side > 0n ? ceilDiv(held.cost * size, whole) : floorDiv(held.cost * size, whole);
  const { parts, cents } = addPart(held.parts, closeResult(side * size, cost, price, requireContract(held.id)));
  if (size === whole) return { position: null, result: cents };
  const rest = { ...held, size: held.size - side * size, cost: held.cost - cost, parts, since: at };
  return { position: rest, result: cents };
}

/**
 * Charges a position for holding over 22:00 UTC; fractions of a cent carry over. `booked` is the result in the row when
 * a log is replayed.
 */
export function chargeHolding(held: Position, mid: bigint, booked?: bigint): { position: Position; result: bigint } {
  const { sum, posted } = held.parts;
  const cost = holdingCost(held, mid);
  const left = sum - cost;
  const result = min(ceilDiv(left, UNITS_PER_CENT) - posted, 0n);
  if (booked !== undefined && booked !== result && booked === -toCentsUp(cost))
    return { position: held, result: booked };
  return { position: { ...held, parts: { sum: left, posted: posted + result } }, result };
}

/** Returns the cost of holding a position over 22:00 UTC, 10^-8 dollars. `mid` is the feed's price at that time. */
export const holdingCost = ({ id, size, leverage }: Position, mid: bigint): bigint =>
  holdingCharge(notional(size, mid, requireContract(id)), leverage);

/** Returns the result in cents of closing a position at a feed price, half of the spread included. */
export function openResult({ id, size, cost, parts }: Position, mid: bigint): bigint {
  const contract = requireContract(id);
  const exit = takerPrice(contract, mid, size > 0n ? -1n : 1n);
  return addPart(parts, closeResult(size, cost, exit, contract)).cents;
}

/** Returns the absolute worth of a position at a feed price, in cents, rounded up. */
export const calculateExposure = ({ id, size }: Position, mid: bigint): bigint =>
  toCentsUp(notional(size, mid, requireContract(id)));

export const calculateMargin = (
  { id, size, leverage }: Pick<Position, 'id' | 'size' | 'leverage'>,
  mid: bigint,
): bigint => toCentsUp(ceilDiv(notional(size, mid, requireContract(id)), leverage));
