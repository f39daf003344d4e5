import type { COPY_STATES } from '#drizzle/schema';
import { formatUsd, smaller, toSignedResult } from '~/ledger/money';
import { after, DAY } from '~/platform/clock';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { getCopyBalance } from './capital';
import { DAY_SPREAD_CHOICES } from './daySpread';

/** Initial values of the columns about positions. A copy of manual results keeps them. */
export const INITIAL_POSITION_COLUMNS = {
  floorBps: null,
  capBps: null,
  daySpreadBps: DAY_SPREAD_CHOICES[0],
  leaderOrder: null,
  shareBps: 0,
  highWaterMark: null,
  lookedFrom: null,
  safeMove: null,
  spreadDay: null,
  spreadPaid: null,
  spreadReached: null,
  acts: 0,
} as const;

/** Returns a copy's share of a result, cents, rounded toward zero. A loss is capped at the copy's money at the trade's date and now. */
export function computeMirroredShare(
  { amount, type }: { amount: bigint; type: 'profit' | 'loss' },
  held: { atDate: bigint; now: bigint },
  capital: bigint,
): { amount: bigint; isCapped: boolean } {
  const share = (amount * held.atDate) / capital;
  const shared = type === 'loss' ? smaller(share, smaller(held.atDate, held.now)) : share;
  return { amount: shared, isCapped: shared < share };
}

/** Deposit into a running copy or withdrawal from it, cents. `moved` is null while the money is still in the copy. */
export type CopyFlow = { kind: 'top-up' | 'take-out'; amount: bigint; moved: bigint | null; at: Date };

/** Returns the moved amount: positive into the copy, negative out of it, zero while nothing has moved. */
export const getMovedAmount = ({ kind, moved }: Pick<CopyFlow, 'kind' | 'moved'>): bigint =>
  (kind === 'top-up' ? 1n : -1n) * (moved ?? 0n);

/**
 * Returns the sum of pending withdrawals from a copy, cents. This money is no longer part of the owner's stake, but
 * earlier losses still reduce it.
 */
export const sumPendingWithdrawals = (flows: readonly CopyFlow[]): bigint =>
  flows.reduce((sum, { kind, amount, moved }) => (kind === 'take-out' && moved === null ? sum + amount : sum), 0n);

/** Returns a copy's equity at a trade's instant, cents, by subtracting later changes from the current equity. Never negative. */
export function computeEquityAt(now: { equity: bigint; flows: readonly CopyFlow[]; later: bigint }, at: Date): bigint {
  let equity = now.equity - now.later;
  for (const { kind, amount, moved, at: from } of now.flows) {
    const isAfter = from > at;
    if (kind === 'top-up') equity -= isAfter ? (moved ?? 0n) : 0n;
    else if (moved === null) equity -= isAfter ? 0n : amount;
    else equity += isAfter ? moved : 0n;
  }
  return equity > 0n ? equity : 0n;
}

/**
 * Returns the time until which money leaving a copy waits for results dated before `at` (live mode); null if it moves
 * immediately.
 */
export function getWithdrawalHoldEnd(
  at: Date,
  { complete, time, live }: { complete: Date | null; time: Date; live: boolean },
): Date | null {
  if (!live || (complete && complete >= at)) return null;
  const due = after(at, MAX_RESULT_WAIT_MS);
  return due > time ? due : null;
}

/**
 * Returns whether the wait of money that leaves a copy is over: its time is up, or the trader's log was declared
 * complete up to `at`.
 */
export const isWaitOver = (
  { at, dueAt }: { at: Date | null; dueAt: Date | null },
  { complete, time }: { complete: Date | null; time: Date },
): boolean => (dueAt !== null && dueAt <= time) || (at !== null && complete !== null && at <= complete);

export type WithdrawalTerms = {
  worth: bigint;
  /** Money that neither open positions nor the leader's share of profits require; null without positions. */
  free: bigint | null;
  leaving: bigint;
  minimum: bigint;
  floorAfter: (amount: bigint) => bigint;
};

export function findWithdrawalProblem(
  amount: bigint,
  terms: WithdrawalTerms,
): { code: string; message: string } | null {
  const { worth, free, leaving: pendingWithdrawals, minimum, floorAfter } = terms;
  const rest = worth - pendingWithdrawals - amount;
  if (free !== null && amount > free) {
    const message = `${formatUsd(computeMaxWithdrawable(terms))} can be taken out now; the rest is in open positions.`;
    return { code: 'too-much', message };
  }
  if (rest < minimum) {
    const advice = `so ${formatUsd(computeMaxWithdrawable(terms))} can be taken out now`;
    const message = `At least ${formatUsd(minimum)} stays in a copy of this trader, ${advice}. To take out everything, stop the copy.`;
    return { code: 'too-much', message };
  }
  if (rest <= floorAfter(amount)) {
    const advice = `${formatUsd(computeMaxWithdrawable(terms))} can be taken out now`;
    const message = `That would leave no more than the floor you set, where the copy stops. ${advice}.`;
    return { code: 'at-floor', message };
  }
  return null;
}

export function computeMaxWithdrawable({
  worth,
  free,
  leaving: pendingWithdrawals,
  minimum,
  floorAfter,
}: WithdrawalTerms): bigint {
  const fits = (amount: bigint) => worth - pendingWithdrawals - amount > floorAfter(amount);
  const bound = smaller(free ?? worth, worth - pendingWithdrawals - minimum);
  if (bound <= 0n || !fits(1n)) return 0n;
  if (fits(bound)) return bound;
  let [low, high] = [1n, bound];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

type Stake = { contributed: bigint; result: bigint; floor: bigint | null; status: (typeof COPY_STATES)[number] };

/**
 * Returns the reason to end a copy of manual results (floor reached, or nothing left), or null. A pending withdrawal
 * of `leaving` cents is no longer part of the money in the copy.
 */
export function reasonCopyWouldEnd(copy: Stake, leaving: bigint): string | null {
  const stake = getCopyBalance(copy) - leaving;
  const floor = copy.floor ?? 0n;
  if ((copy.status !== 'active' && copy.status !== 'paused') || stake > floor) return null;
  return floor && stake > 0n ? `it fell to its floor of ${formatUsd(floor)}` : 'nothing is left in it';
}

type MovedFlow = Pick<CopyFlow, 'kind' | 'moved'> & { movedAt: Date | null };

/**
 * Returns the net contribution to a copy at an instant (milliseconds), in cents; `contributed` is the current net
 * contribution.
 */
export function computeContributedBy(instant: number, contributed: bigint, flows: readonly MovedFlow[]): bigint {
  const later = flows.filter(({ movedAt }) => movedAt !== null && movedAt.getTime() >= instant);
  return contributed - later.reduce((sum, flow) => sum + getMovedAmount(flow), 0n);
}

/** Functions that compute the series of a copy's results at the ends of days, oldest first, in cents. */
export const computeResultLine = {
  /** Subtracts the contributions so far from the copy's worth at the end (milliseconds) of each day. */
  ofDays: (
    days: readonly { end: number; equity: bigint }[],
    contributed: bigint,
    flows: readonly MovedFlow[],
  ): bigint[] => days.map(({ end, equity }) => equity - computeContributedBy(end, contributed, flows)),
  /** Computes the series for manual results backwards from their sum, over the days from `span.from` to today. */
  ofResults: (
    results: readonly { amount: bigint; type: 'profit' | 'loss'; at: Date }[],
    result: bigint,
    range: { from: number; to: number },
  ): bigint[] => {
    const days = Math.max(0, Math.floor((range.to - range.from) / DAY));
    // Results by day; the last element has those of today and later.
    const sums = new Array<bigint>(days + 1).fill(0n);
    for (const { amount, type, at } of results) {
      const day = Math.min(days, Math.floor((at.getTime() - range.from) / DAY));
      if (day >= 0) sums[day] = (sums[day] ?? 0n) + toSignedResult({ type, amount });
    }
    const line: bigint[] = [];
    for (let day = days, left = result; day > 0; day -= 1) {
      left -= sums[day] ?? 0n;
      line.push(left);
    }
    return line.reverse();
  },
};
