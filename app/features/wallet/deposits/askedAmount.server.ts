import { readCoinAmount } from '~/ledger/coinAmount';
import { after, DAY, now } from '~/platform/clock';
import { env } from '~/platform/env';
import { sameSecret, sign } from '~/platform/ids';

/*
 * The amount in coin that the page of a payment asks for. A price moves on while somebody pays, so the form brings the amount back, signed,
 * and the deposit keeps what its user was asked for, not what it would be at a later price.
 */

type Payment = { userId: string; method: string; cents: bigint };

/** An amount older than this is no longer kept; by then the page should have been drawn anew. */
const LONGEST = DAY;

/**
 * What a form brings back of the amount that its page asked for.
 * @param amount of the method's coin, as `0.0155643`
 */
export function askedField(payment: Payment, amount: string): string {
  const at = String(now().getTime());
  return [amount, at, signature(payment, amount, at)].join(' ');
}

/**
 * Reads it again, hundred-millionths of the coin.
 * @returns null for what is no such field of this payment, or too old
 */
export function askedAmount(payment: Payment, field: string | undefined): bigint | null {
  const [amount = '', at = '', signed = ''] = (field ?? '').split(' ');
  if (!sameSecret(signed, signature(payment, amount, at))) return null;
  return now() <= after(new Date(Number(at)), LONGEST) ? readCoinAmount(amount) : null;
}

const signature = ({ userId, method, cents }: Payment, amount: string, at: string): string =>
  sign(env().SESSION_SECRET, 'asked-amount', userId, method, String(cents), amount, at);
