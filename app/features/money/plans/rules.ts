import { calculateShare, larger, smaller } from '~/ledger/money';
import { MAX_AMOUNT_CENTS } from '~/ledger/parseUsd';

export type PlanTerms = { principal: bigint; dailyBps: number; days: number };

export type Offer = { minimum: bigint; maximum: bigint; dailyBps: number; days: number };

/** Formats the rate and the days of an offer as `3500/4`. The form sends this text back. */
export const getOfferKey = ({ dailyBps, days }: Pick<Offer, 'dailyBps' | 'days'>): string => `${dailyBps}/${days}`;

const ALL_BPS = 10_000n;
const CENTS_PER_DOLLAR = 100n;

export const computePromisedReturn = ({ principal, dailyBps, days }: PlanTerms): bigint =>
  (principal * BigInt(dailyBps) * BigInt(days)) / ALL_BPS;

/** Returns the earnings after `day` complete days, cents. After the last day they are the whole promise. */
export const computeEarnedAfter = (terms: PlanTerms, day: number): bigint =>
  (computePromisedReturn(terms) * BigInt(day)) / BigInt(terms.days);

/** Returns the earnings of one day (counted from 1), cents. They are differences of rounded sums, so the days add up. */
export const computeAccrual = (terms: PlanTerms, day: number): bigint =>
  computeEarnedAfter(terms, day) - computeEarnedAfter(terms, day - 1);

export function findRangeProblem({ minimum, maximum }: Offer, amount: bigint): string | null {
  if (amount < minimum) return 'Amount is lower than the Investment Range';
  return amount > maximum ? 'Amount is higher than the Investment Range' : null;
}

/** Returns the largest investment in a plan (whole dollars, in cents) that a free reserve of `free` cents covers. */
export function computeMaxCoveredAmount({ maximum, dailyBps, days }: Offer, free: bigint): bigint {
  const rate = BigInt(dailyBps) * BigInt(days);
  // The largest principal whose rounded-down return is at most `free`.
  const covered = rate === 0n ? MAX_AMOUNT_CENTS : ((larger(free, 0n) + 1n) * ALL_BPS - 1n) / rate;
  const maxAmount = smaller(covered, maximum);
  return maxAmount - (maxAmount % CENTS_PER_DOLLAR);
}

/** Returns the amount that may still be promised to one user, cents: a share of the reserve less the amount owed to them. */
export const computeCommitmentLeft = ({
  whole,
  owed,
  shareBps,
}: {
  whole: bigint;
  owed: bigint;
  shareBps: number;
}): bigint => larger(calculateShare(whole, shareBps) - owed, 0n);
