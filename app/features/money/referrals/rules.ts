import type { REDUCTIONS } from '#drizzle/schema';
import { calculateShare, larger, smaller } from '~/ledger/money';

/** Returns the bonus on an amount, cents, rounded toward zero; `bps` is the operator's rate. */
export const computeBonus = (amount: bigint, bps: number): bigint => (bps > 0 ? calculateShare(amount, bps) : 0n);

export type Reduction = (typeof REDUCTIONS)[number];

export const REDUCTION_TEXTS: Record<Reduction, string> = {
  left: 'part of the money was withdrawn before the time was over',
  counted: 'a bonus was paid for this money before',
  cap: 'the most that referral bonuses bring in a month was reached',
  person: 'the referred account is known to be of the same person',
};

export const BONUS_CONDITIONS = {
  reserve: 'the operator’s reserve can carry it',
  documents: 'your identity check and that of your friend are approved',
} as const;

export type BonusFacts = {
  received: bigint;
  rateBps: number;
  /** Net deposits right after the deposit, and the lowest net deposits during the period. */
  atFirst: bigint;
  lowest: bigint;
  /** Net deposits for which bonuses were decided before. */
  paidFor: bigint;
  /** Remainder of the referrer's monthly cap. */
  room: bigint;
  isOnePerson: boolean;
};

export type BonusDecision = { amount: bigint; basis: bigint; reduction: Reduction | null };

/** Returns the bonus for money that stayed: the rate times the lowest net deposits of the period, less the amount already paid for. */
export function decideBonus({
  received,
  rateBps,
  atFirst,
  lowest,
  paidFor,
  room,
  isOnePerson,
}: BonusFacts): BonusDecision {
  const counted = (net: bigint) => smaller(larger(net - paidFor, 0n), received);
  const basis = counted(lowest);
  const earned = computeBonus(basis, rateBps);
  if (isOnePerson) return { amount: 0n, basis, reduction: 'person' };
  if (earned > room) return { amount: larger(room, 0n), basis, reduction: 'cap' };
  if (basis === received) return { amount: earned, basis, reduction: null };
  return { amount: earned, basis, reduction: counted(atFirst) > basis ? 'left' : 'counted' };
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const formatBonusDay = (day: Date): string => DAY_FORMAT.format(day);

export function getMonthRange(time: Date): { from: Date; to: Date } {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}
