import { type Result, refuse } from '~/platform/result';
import { PERCENT, parseAmount } from '~/platform/text/amount';
import type { Contract } from '~/trading/contracts';
import { CENT } from '~/trading/numbers';

/** The part of a name that an exchange puts before a symbol, as in `BINANCE:BTCUSD`. */
export const withoutExchange = (symbol: string): string => symbol.slice(symbol.indexOf(':') + 1);

/** How far a program's clock may be ahead of ours, milliseconds. */
const AHEAD = 5_000;

/** Refuses a time that is none, or lies ahead; without one the signal is of when it arrives. */
export function checkTime(at: string | undefined, now: number): Result<null> {
  if (at === undefined || at === '') return { ok: true, value: null };
  const time = Date.parse(at);
  if (Number.isNaN(time)) return refuse('bad-time', 'at is a time such as 2026-03-02T14:30:00Z.', 'at');
  if (time > now + AHEAD) return refuse('future', 'at lies in the future. Send a signal when it is meant.', 'at');
  return { ok: true, value: null };
}

/** Parses a percentage of more than zero, with at most two decimals, into basis points; null for any other text. */
export function parsePercent(text: string): bigint | null {
  const percent = parseAmount(text, PERCENT);
  return percent.ok && percent.value > 0n ? percent.value : null;
}

/**
 * The size, in 10^-8 units, that is worth a part of an account's equity at a price; rounded down.
 * @param equity cents
 * @param bps hundredths of a percent
 * @param price in the contract's last decimal
 */
export function sizeOfEquity(equity: bigint, bps: bigint, price: bigint, { scale, dollarBase }: Contract): bigint {
  if (equity <= 0n || price <= 0n) return 0n;
  const dollars = (equity * CENT * bps) / 10_000n;
  return dollarBase ? dollars : (dollars * scale) / price;
}
