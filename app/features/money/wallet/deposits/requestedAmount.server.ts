import { and, eq, isNotNull } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { readCoinAmount } from '~/ledger/coinAmount';
import { after, MINUTE, now } from '~/platform/clock';
import type { Reader } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { isSameSecret, sign } from '~/platform/ids';
import { getCoinCode } from '~/platform/networks/lookups';
import { getLastDigits, LAST_DIGITS, QUOTE_MINUTES, setLastDigits } from '../internal/coins';
import { convertToUnits } from '../internal/worth.server';

/* Computes the exact coin amount of a payment. Its last digits are unique, since strangers who see a payment on the chain could claim it. */

type Payment = { userId: string; method: string; cents: bigint };

/** Longest validity of an amount shown by a page, milliseconds. */
const QUOTE_MAX_AGE_MS = QUOTE_MINUTES * MINUTE;

/** Returns the amount of coin to pay, hundred-millionths, with last digits that no other pending deposit has; null without a price. */
export async function computeIndividualAmount(
  handle: Reader,
  { userId, method, cents }: Payment,
): Promise<bigint | null> {
  const worth = convertToUnits(method, cents);
  if (worth === null) return null;
  const taken = await findUsedDigits(handle, method);
  const digest = Buffer.from(sign(env().SESSION_SECRET, 'last-digits', userId, method), 'base64url').readUInt32BE();
  // Digits ending in zero are excluded, since wallets omit a trailing zero.
  const all = Array.from({ length: Number(LAST_DIGITS) }, (_, n) => BigInt(n)).filter((digits) => digits % 10n > 0n);
  const start = digest % all.length;
  const ordered = [...all.slice(start), ...all.slice(0, start)];
  const digits = ordered.find((each) => !taken.has(each)) ?? (ordered[0] as bigint);
  return setLastDigits(getCoinCode(method), worth, digits);
}

async function findUsedDigits(handle: Reader, method: string): Promise<Set<bigint>> {
  const pending = and(eq(deposit.status, 'pending'), eq(deposit.method, method), isNotNull(deposit.coinAmount));
  const rows = await handle.selectDistinct({ units: deposit.coinAmount }).from(deposit).where(pending);
  return new Set(rows.map(({ units }) => getLastDigits(getCoinCode(method), units as bigint)));
}

/**
 * Returns the amount to request for a deposit: `requested`, which the page showed, or a new one if another deposit now
 * has the last digits of `requested`.
 */
export async function chooseAmountToRequest(
  handle: Reader,
  payment: Payment,
  requested: bigint | null,
): Promise<bigint | null> {
  const isFree =
    requested !== null &&
    !(await findUsedDigits(handle, payment.method)).has(getLastDigits(getCoinCode(payment.method), requested));
  return isFree ? requested : await computeIndividualAmount(handle, payment);
}

export function signRequestedAmount(payment: Payment, amount: string): string {
  const at = String(now().getTime());
  return [amount, at, computeSignature(payment, amount, at)].join(' ');
}

/**
 * Reads the amount in the signed field, hundred-millionths; null if the field belongs to another payment or is older
 * than `QUOTE_MAX_AGE_MS`.
 */
export function readRequestedAmount(payment: Payment, field: string | undefined): bigint | null {
  const [amount = '', at = '', signed = ''] = (field ?? '').split(' ');
  if (!isSameSecret(signed, computeSignature(payment, amount, at))) return null;
  return now() <= after(new Date(Number(at)), QUOTE_MAX_AGE_MS) ? readCoinAmount(amount) : null;
}

const computeSignature = ({ userId, method, cents }: Payment, amount: string, at: string): string =>
  sign(env().SESSION_SECRET, 'asked-amount', userId, method, String(cents), amount, at);
