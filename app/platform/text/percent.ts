import { groupDigits } from './figure';

/* Formats measured percentages, rounded once to basis points. Configured rates are formatted by `formatBps` in `ledger/money`. */

/** Rounds a fraction (0.2016) to basis points, halves away from zero. */
export const toBps = (part: number): number => Math.sign(part) * Math.round(Math.abs(part) * 10_000) + 0;

export function calculateShareBps(over: bigint | number, under: bigint | number): number {
  const [part, whole] = [BigInt(over) * 10_000n, BigInt(under)];
  const size = part < 0n ? -part : part;
  const bps = Number((size * 2n + whole) / (whole * 2n));
  return part < 0n && bps > 0 ? -bps : bps;
}

/** Formats basis points as `20.16%` or `−1,234.50%`, always with two decimals, so that figures in a column align. */
export const percentText = (bps: number): string =>
  `${bps < 0 ? '−' : ''}${groupDigits((Math.abs(bps) / 100).toFixed(2))}%`;

export const signedPercentText = (bps: number): string => `${bps > 0 ? '+' : ''}${percentText(bps)}`;
