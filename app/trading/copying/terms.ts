import { max, min, type Ratio } from '../numbers';

/** Equity at which a copy ends automatically: an amount, or a part of the contributions; null for none. */
export type Floor = { cents: bigint } | { part: Ratio } | null;

/** Returns the equity in cents at which a copy ends automatically; null for never. */
export function calculateFloor(floor: Floor, contributed: bigint): bigint | null {
  if (floor === null) return null;
  if ('cents' in floor) return floor.cents;
  return (max(contributed, 0n) * floor.part[0]) / floor.part[1];
}

/**
 * Largest move that `safeMove` returns, millionths. For larger moves its margin of a tenth would not cover the error of
 * the estimate.
 */
const MAX_SAFE_MOVE = 90_000n;

/**
 * Returns how far prices can move, in millionths, before the floor or a close-out could be reached. A tenth is
 * subtracted for spread and rounding.
 */
export function safeMove(equity: bigint, lowest: bigint, exposure: bigint, margin: bigint): bigint {
  if (exposure === 0n) return MAX_SAFE_MOVE;
  const slack = equity - max(lowest, margin);
  return slack <= 0n ? 0n : min((slack * 900_000n) / (exposure + margin), MAX_SAFE_MOVE);
}

export function listMonthEnds(after: number, to: number): number[] {
  const ends: number[] = [];
  for (let end = nextMonth(after); end <= to; end = nextMonth(end)) ends.push(end);
  return ends;
}

function nextMonth(after: number): number {
  const at = new Date(after);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

export const getMonthEndingAt = (end: number): string => new Date(end - 1).toISOString().slice(0, 7);

/** Leader's share of a copy's profit, and the high-water mark afterwards, in cents. */
export type LeaderShare = { paid: bigint; mark: bigint };

/**
 * Computes a leader's share of a copy's gain above its high-water mark, rounded down. Waiting and unrealised profits
 * can't be paid out, so the gain is that of the smaller of cash and equity.
 * @returns the share, and the new mark, which never falls, so that no gain is shared twice
 */
export function calculateLeaderShare(cash: bigint, equity: bigint, mark: bigint, share: Ratio): LeaderShare {
  const base = min(cash, equity);
  const gained = base - mark;
  if (gained <= 0n || base <= 0n) return { paid: 0n, mark };
  const paid = min((gained * share[0]) / share[1], base);
  return { paid, mark: base - paid };
}

/** Returns the high-water mark after a deposit (positive) or withdrawal, which are neither gain nor loss. */
export const markAfterFlow = (mark: bigint, flow: bigint): bigint => mark + flow;
