import { least, most, type Ratio } from '../numbers';

/** When a copy ends by itself: an amount, or a part of what was put in. */
export type Floor = { cents: bigint } | { part: Ratio } | null;

/**
 * The equity at which a copy ends by itself, cents; null for never.
 * @param contributed put in minus taken out, cents
 */
export function floorOf(floor: Floor, contributed: bigint): bigint | null {
  if (floor === null) return null;
  if ('cents' in floor) return floor.cents;
  return (most(contributed, 0n) * floor.part[0]) / floor.part[1];
}

/** Has a copy reached its floor? A gap can take it past. */
export const isAtFloor = (equity: bigint, floor: bigint | null): boolean => floor !== null && equity <= floor;

/**
 * How far a copy's equity can fall at most before its next look, as long as no price of what it holds moves by more than a
 * part of itself: copies further than this from floor and close-out need no look.
 * @param exposure of all its positions, cents
 * @param move the largest part by which any of their prices moved
 */
export const furthestFall = (exposure: bigint, [over, under]: Ratio): bigint => (exposure * over) / under + 1n;

/** What a leader is given of a copy's profit, cents, and the copy's high-water mark afterwards. */
export type Share = { paid: bigint; mark: bigint };

/**
 * A leader's share of what a copy gained above its high-water mark, rounded down. What waits to be paid or is not realised
 * yet can't be shared, so the lesser of cash and equity counts.
 * @returns the mark that then stands: it never falls, so that no gain is shared twice
 */
export function leaderShare(cash: bigint, equity: bigint, mark: bigint, share: Ratio): Share {
  const base = least(cash, equity);
  const gained = base - mark;
  if (gained <= 0n) return { paid: 0n, mark };
  const paid = (gained * share[0]) / share[1];
  return { paid, mark: base - paid };
}

/** The mark after money was put in (more than zero) or taken out: it moves one to one, and not below zero. */
export const markAfterFlow = (mark: bigint, flow: bigint): bigint => most(mark + flow, 0n);
