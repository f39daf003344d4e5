import { formatNumber, groupDigits } from '~/platform/text/figure';

/** US dollars as `bigint` cents in code; text only at the edges. */

/** Formats cents as `$1,234.50`, or `−$1,234.50` with a true minus sign. */
export function formatUsd(cents: bigint): string {
  return `${cents < 0n ? '−' : ''}$${plainCents(cents)}`;
}

/** Formats dollars without zero cents (`$500`, `$499.50`), for limits and choices. */
export const formatShortUsd = (cents: bigint): string => formatUsd(cents).replace(/\.00$/, '');

/** Formats a result with its sign: `+$12.00`, `−$12.00`, `$0.00`. */
export function formatSignedUsd(cents: bigint): string {
  return cents > 0n ? `+${formatUsd(cents)}` : formatUsd(cents);
}

/** Formats cents as `1234.50` for a form field, which `parseUsd` converts back to the same cents. */
export function formatPlainUsd(cents: bigint): string {
  return `${cents < 0n ? '-' : ''}${plainCents(cents).replaceAll(',', '')}`;
}

/** Converts cents to a JSON number of dollars with at most two decimals. */
export const toUsdNumber = (cents: bigint): number => Number(cents) / 100;

/** Formats basis points as a percentage: 2000 is `20%`, 1250 is `12.5%`, 123456 is `1,234.56%`, -500 is `−5%`. */
export const formatBps = (bps: number): string => `${groupDigits(formatNumber(bps / 100, 2).replace(/\.?0+$/, ''))}%`;

/** Returns `bps` basis points of an amount, rounded toward zero to the cent. */
export const calculateShare = (cents: bigint, bps: number): bigint => (cents * BigInt(bps)) / 10_000n;

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function plainCents(cents: bigint): string {
  const positive = cents < 0n ? -cents : cents;
  const whole = groupDigits((positive / 100n).toString());
  return `${whole}.${(positive % 100n).toString().padStart(2, '0')}`;
}

export const toSignedResult = ({ type, amount }: { type: 'profit' | 'loss'; amount: bigint }): bigint =>
  type === 'profit' ? amount : -amount;
