import { type Account, type AccountEntry, getLeverage } from '../accounts/account';
import { calculateEquity, largestWithMargin, type MidPriceOf } from '../accounts/margin';
import { calculateExposure } from '../accounts/position';
import type { Contract } from '../contracts';
import { abs, floorDiv, max, min, notional, type Ratio, UNITS_PER_CENT } from '../numbers';
import { fillAt, getSide } from '../orders/fills';
import { MIN_COPIED_CENTS } from '../tradingTerms';
import { sizeWithin } from './daySpread';

/** Reasons for which a copied order, or the part of it that would open, is skipped. */
export const SKIP_REASONS = [
  'paused',
  'no-stake',
  'no-equity',
  'too-small',
  'slippage',
  'cap',
  'day-spread',
  'margin',
  'nothing-held',
  'closed-market',
  'leader-closed',
  'ended',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type CutReason = 'cap' | 'day-spread' | 'margin';

export type Sizing = {
  size: bigint;
  /** Leader's size scaled to the copy, rounded down, before any limit. */
  wanted: bigint;
  skipped: SkipReason | null;
  cut: CutReason | null;
};

const skip = (target: bigint, skipped: SkipReason): Sizing => ({ size: 0n, wanted: target, skipped, cut: null });

/**
 * Returns `leader's size x copy's equity / leader's equity`, rounded down. The equities in cents are those before the
 * order.
 */
export const scaleSize = (leaderSize: bigint, copyEquity: bigint, leaderEquity: bigint): bigint =>
  copyEquity <= 0n || leaderEquity <= 0n ? 0n : getSide(leaderSize) * ((abs(leaderSize) * copyEquity) / leaderEquity);

export const hasSlipped = ({ slippage: [over, under] }: Contract, leaderPrice: bigint, copyPrice: bigint): boolean =>
  abs(copyPrice - leaderPrice) * under > leaderPrice * over;

export type OpeningOrder = {
  contract: Contract;
  /** Signed size of the part of the leader's order that opens or adds to a position. */
  size: bigint;
  price: bigint;
  leverage: bigint;
  leaderEquity: bigint;
  copyEquity: bigint;
  /** Largest part of the copy's equity in one position; null for no limit. */
  cap: Ratio | null;
  paused: boolean;
  /** True if the leader's own equity is too small a part of the money in copies. */
  lacksStake?: boolean;
  /** Spread that the copy may still pay today, including the later closing, 10^-8 dollars (`remainingSpread`); null for no limit. */
  spreadRoom: bigint | null;
  takingOver?: boolean;
};

export function sizeOpening(copy: Account, opening: OpeningOrder, mids: MidPriceOf, at: number): Sizing {
  const { contract, size, price, copyEquity, leaderEquity, cap, paused } = opening;
  if (paused) return skip(0n, 'paused');
  if (opening.lacksStake) return skip(0n, 'no-stake');
  const target = scaleSize(size, copyEquity, leaderEquity);
  if (copyEquity <= 0n || leaderEquity <= 0n) return skip(target, 'no-equity');
  const side = getSide(size);
  const fill = fillAt(contract, mids(contract.id), side, at);
  if (!opening.takingOver && hasSlipped(contract, price, fill.price)) return skip(target, 'slippage');
  const isSmall = (part: bigint) => notional(part, fill.price, contract) < MIN_COPIED_CENTS * UNITS_PER_CENT;
  if (isSmall(target)) return skip(target, 'too-small');

  const capped = cap === null ? target : side * min(abs(target), sizeUnderCap(copy, contract, cap, mids));
  if (isSmall(capped)) return skip(target, 'cap');
  const { spreadRoom } = opening;
  const within = spreadRoom === null ? abs(capped) : sizeWithin(spreadRoom, contract, mids(contract.id));
  const allowed = side * min(abs(capped), within);
  if (isSmall(allowed)) return skip(target, 'day-spread');
  const entry: AccountEntry = {
    ...fill,
    id: contract.id,
    size: allowed,
    kind: 'market',
    by: 'engine',
    leverage: copy.positions[contract.id] ? getLeverage(copy, contract.id) : opening.leverage,
    stop: null,
    takeProfit: null,
    flow: 0n,
    equityBefore: copyEquity,
  };
  const margined = largestWithMargin(copy, entry, mids);
  if (isSmall(margined)) return skip(target, 'margin');
  return {
    size: margined,
    wanted: target,
    skipped: null,
    cut: cutReasonOf({ wanted: target, capped, allowed, margined }),
  };
}

function cutReasonOf(sizes: Record<'wanted' | 'capped' | 'allowed' | 'margined', bigint>): CutReason | null {
  const { wanted, capped, allowed, margined } = sizes;
  if (margined !== allowed) return 'margin';
  if (allowed !== capped) return 'day-spread';
  return capped !== wanted ? 'cap' : null;
}

function sizeUnderCap(copy: Account, contract: Contract, [over, under]: Ratio, mids: MidPriceOf): bigint {
  const mid = mids(contract.id);
  const held = copy.positions[contract.id];
  const remaining = (max(calculateEquity(copy, mids), 0n) * over) / under - (held ? calculateExposure(held, mid) : 0n);
  if (remaining <= 0n) return 0n;
  return contract.dollarBase ? remaining * UNITS_PER_CENT : floorDiv(remaining * UNITS_PER_CENT * contract.scale, mid);
}

/**
 * Returns the order that closes the same fraction of the copy's position as the leader closed. A paused copy closes
 * too.
 */
export function sizeReducing(held: bigint, reduced: bigint, before: bigint): Sizing {
  if (held === 0n) return skip(0n, 'nothing-held');
  const side = getSide(held);
  const size = -side * ((abs(held) * abs(reduced)) / abs(before));
  return size === 0n ? skip(0n, 'too-small') : { size, wanted: size, skipped: null, cut: null };
}

export function splitOrder(before: bigint, size: bigint): { reduces: bigint; opens: bigint } {
  if (before === 0n || before > 0n === size > 0n) return { reduces: 0n, opens: size };
  const reduces = getSide(size) * min(abs(size), abs(before));
  return { reduces, opens: size - reduces };
}
