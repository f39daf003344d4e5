import { SECOND } from '~/platform/durations';
import type { Contract } from '../contracts';
import { firstOpen, openingAt } from '../hours';
import { abs, ceilDiv, floorDiv } from '../numbers';
import type { SecondPrices } from '../prices/prices';

export type Side = 1n | -1n;

export const sideOf = (size: bigint): Side => (size < 0n ? -1n : 1n);

export type Fill = {
  at: number;
  price: bigint;
  /** Half of the spread, which is included in the price, in units of the price's last decimal. */
  spread: bigint;
  /** True if the price is beyond the requested level by more than half the spread. */
  gap: boolean;
};

/** Hundredths of a percent, doubled: divisor for half of a spread. */
const HALF_BPS_DIVISOR = 20_000n;

export const halfSpread = ({ spreadBps }: Pick<Contract, 'spreadBps'>, mid: bigint): bigint =>
  ceilDiv(mid * spreadBps, HALF_BPS_DIVISOR);

/** Returns the price of buying or selling at a feed price, with half of the spread against the taker. */
export const takerPrice = (contract: Pick<Contract, 'spreadBps'>, mid: bigint, side: Side): bigint =>
  mid + side * halfSpread(contract, mid);

export function fillAt(contract: Contract, mid: bigint, side: Side, at: number): Fill {
  const spread = halfSpread(contract, mid);
  return { at, price: mid + side * spread, spread, gap: false };
}

export type Trigger = { kind: 'limit' | 'stop' | 'take-profit'; side: Side; level: bigint };

/** Precedence of triggers of the same second or quote. */
const TRIGGER_PRECEDENCE = { stop: 0, 'take-profit': 1, limit: 2 } as const;
export const precedenceOf = ({ kind }: Trigger): number => TRIGGER_PRECEDENCE[kind];

export type TriggerLevel = { direction: 'up' | 'down'; mid: bigint };

/**
 * Returns the feed price that triggers an order: the level of a stop; for limits and take-profits the price from which the level is
 * reached after half the spread.
 */
export function triggerPriceOf(contract: Contract, { kind, side, level }: Trigger): TriggerLevel {
  if (kind === 'stop') return { direction: side > 0n ? 'up' : 'down', mid: level };
  // Taker prices rise with the feed price, so the outermost feed price that still gives the level is near.
  const given = (mid: bigint) => side * takerPrice(contract, mid, side) <= side * level;
  let mid = floorDiv(level * HALF_BPS_DIVISOR, HALF_BPS_DIVISOR + side * contract.spreadBps);
  while (given(mid + side)) mid += side;
  while (!given(mid)) mid -= side;
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

/** Returns the fill time of a market order in milliseconds: its own time, or the next opening. */
export const marketFillTime = ({ hours }: Contract, at: number): number =>
  Math.floor(firstOpen(hours, at) / SECOND) * SECOND;
