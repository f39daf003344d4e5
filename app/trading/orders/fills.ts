import { SECOND } from '~/platform/durations';
import type { Contract } from '../contracts';
import { firstOpen, openingAt } from '../hours';
import { abs, ceilDiv, floorDiv } from '../numbers';
import type { SecondPrices } from '../prices/prices';

export type Side = 1n | -1n;

export const getSide = (size: bigint): Side => (size < 0n ? -1n : 1n);

export type Fill = {
  at: number;
  price: bigint;
  /** Half of the spread, which is included in the price, in units of the price's last decimal. */
  spread: bigint;
  /** True if the price is beyond the requested level by more than half the spread. */
  gap: boolean;
};

/** Divisor that turns a spread in basis points into half of it: 2 x 10,000. */
const HALF_BPS_DIVISOR = 20_000n;

export const halfSpread = ({ spreadBps }: Pick<Contract, 'spreadBps'>, mid: bigint): bigint =>
  ceilDiv(mid * spreadBps, HALF_BPS_DIVISOR);

/** Returns the price at which an order buys or sells at a feed price: half of the spread worse than the feed's. */
export const takerPrice = (contract: Pick<Contract, 'spreadBps'>, mid: bigint, side: Side): bigint =>
  mid + side * halfSpread(contract, mid);

export function fillAt(contract: Contract, mid: bigint, side: Side, at: number): Fill {
  const spread = halfSpread(contract, mid);
  return { at, price: mid + side * spread, spread, gap: false };
}

export type Trigger = { kind: 'limit' | 'stop' | 'take-profit'; side: Side; level: bigint };

/** Precedence of triggers in the same second or quote; the lowest is filled first. */
const TRIGGER_PRECEDENCE = { stop: 0, 'take-profit': 1, limit: 2 } as const;
export const getPrecedence = ({ kind }: Trigger): number => TRIGGER_PRECEDENCE[kind];

export type TriggerLevel = { direction: 'up' | 'down'; mid: bigint };

/**
 * Returns the feed price that triggers an order. For a stop it is the level; for limits and take-profits, the feed
 * price at which the price after half the spread reaches the level.
 */
export function triggerPriceOf(contract: Contract, { kind, side, level }: Trigger): TriggerLevel {
  if (kind === 'stop') return { direction: side > 0n ? 'up' : 'down', mid: level };
  // The estimate below is exact except for rounding, so the outermost feed price that satisfies the level is near.
  const isReached = (mid: bigint) => side * takerPrice(contract, mid, side) <= side * level;
  let mid = floorDiv(level * HALF_BPS_DIVISOR, HALF_BPS_DIVISOR + side * contract.spreadBps);
  while (isReached(mid + side)) mid += side;
  while (!isReached(mid)) mid -= side;
  return { direction: side > 0n ? 'down' : 'up', mid };
}

export function isReachedAt(contract: Contract, trigger: Trigger, price: bigint): boolean {
  const { direction, mid } = triggerPriceOf(contract, trigger);
  return direction === 'up' ? price >= mid : price <= mid;
}

export function fillTrigger(contract: Contract, trigger: Trigger, mid: bigint, at: number): Fill {
  const fill = fillAt(contract, mid, trigger.side, at);
  const distance = trigger.kind === 'stop' ? abs(mid - trigger.level) : abs(fill.price - trigger.level);
  return { ...fill, gap: distance > fill.spread };
}

/** Returns the first second after `after`, up to `until`, at which the simulated feed fills a waiting order; null without one. */
export function firstFill(
  prices: SecondPrices,
  contract: Contract,
  trigger: Trigger,
  after: number,
  until: number,
): Fill | null {
  const { direction, mid } = triggerPriceOf(contract, trigger);
  for (let from = Math.floor(after / SECOND) * SECOND + SECOND; from <= until; ) {
    const opening = openingAt(contract.hours, from);
    const last = Math.min(opening.to - SECOND, until);
    const reached = prices.reach(contract.id, direction, mid, Math.max(opening.from, from), last);
    if (reached !== null) return fillTrigger(contract, trigger, prices.at(contract.id, reached), reached);
    from = opening.to;
  }
  return null;
}

/**
 * Returns the fill time of a market order in milliseconds: the second of the order or, in a closed market, of the next
 * opening.
 */
export const marketFillTime = ({ hours }: Contract, at: number): number =>
  Math.floor(firstOpen(hours, at) / SECOND) * SECOND;
