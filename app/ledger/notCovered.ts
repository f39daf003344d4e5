import { type Refusal, refuse } from '~/platform/result';
import { formatUsd } from './money';

/** What a user is told whose available balance is less than an amount, cents. */
export const notCovered = (amount: bigint): string => `Your available balance does not cover ${formatUsd(amount)}.`;

/** The refusal of an amount, cents, that the user's available balance does not cover, beside the field `amount`. */
export const refuseNotCovered = (amount: bigint): { ok: false; error: Refusal } =>
  refuse('insufficient-funds', notCovered(amount), 'amount');
