import { type Result, refuse } from '~/platform/result';
import { PERCENT_FORMAT, parseAmount } from '~/platform/text/amount';
import type { Contract } from '~/trading/contracts';
import { abs, min, UNITS_PER_CENT } from '~/trading/numbers';

export const withoutExchange = (symbol: string): string => symbol.slice(symbol.indexOf(':') + 1);

/** Tolerated lead of a program's clock over the server's, milliseconds. */
const MAX_CLOCK_LEAD_MS = 5_000;

/** Refuses an invalid or future time. A signal without a time is accepted. */
export function checkTime(at: string | undefined, now: number): Result<null> {
  if (at === undefined || at === '') return { ok: true, value: null };
  const time = Date.parse(at);
  if (Number.isNaN(time)) return refuse('bad-time', 'at is a time such as 2026-03-02T14:30:00Z.', 'at');
  if (time > now + MAX_CLOCK_LEAD_MS)
    return refuse('future', 'at lies in the future. Send a signal when it is meant.', 'at');
  return { ok: true, value: null };
}

/** Parses a percentage of more than zero, with at most two decimals, into basis points; null for any other text. */
export function parsePercent(text: string): bigint | null {
  const percent = parseAmount(text, PERCENT_FORMAT);
  return percent.ok && percent.value > 0n ? percent.value : null;
}

/** Returns the size, in 10^-8 units, that costs a part (`bps`) of the equity (cents) at a price; rounded down. */
export function computeSizeOfEquity(
  equity: bigint,
  bps: bigint,
  price: bigint,
  { scale, dollarBase }: Contract,
): bigint {
  if (equity <= 0n || price <= 0n) return 0n;
  const dollars = (equity * UNITS_PER_CENT * bps) / 10_000n;
  return dollarBase ? dollars : (dollars * scale) / price;
}

/** Signs of a strategy's positions, by TradingView's names. */
const POSITION_SIGNS = { long: 1n, short: -1n, flat: 0n } as const;

export type MarketPosition = keyof typeof POSITION_SIGNS;

export type SignalTerms = {
  action: 'buy' | 'sell' | 'close';
  /** Requested size, 10^-8 units; the whole position for a signal that closes without a size. */
  amount: bigint;
  /** True if the program sent the size in units; false if the size was computed from a part of the equity. */
  isInUnits: boolean;
  position?: MarketPosition;
  previous?: MarketPosition;
  positionSize?: bigint;
  contracts?: bigint;
};

/** Returns the signed size held once the waiting market orders are filled. Orders that only reduce never open the other side. */
export const computePositionAfter = (
  held: bigint,
  waiting: readonly { size: bigint; reduceOnly?: boolean }[],
): bigint =>
  waiting.reduce((position, { size, reduceOnly }) => {
    if (!reduceOnly) return position + size;
    if (position * size >= 0n) return position;
    return abs(size) < abs(position) ? position + size : 0n;
  }, held);

/** Returns the signed size of a signal's order; 0 if it only reduces and nothing is held. `held` includes waiting orders. */
export function computeSignalOrderSize(terms: SignalTerms, held: bigint): bigint {
  const { action, amount, isInUnits, position, previous, positionSize, contracts } = terms;
  if (position === 'flat') return -held;
  const heldSide = held > 0n ? 1n : held < 0n ? -1n : 0n;
  if (action === 'close') return -heldSide * min(amount, abs(held));
  const side = action === 'buy' ? 1n : -1n;
  if (position === undefined) {
    if (heldSide !== -side) return side * amount;
    // A part of the equity is another size now than when the position opened, so such an order closes the whole
    // position.
    return isInUnits ? side * min(amount, abs(held)) : -held;
  }
  const to = POSITION_SIGNS[position];
  if (isInUnits && positionSize !== undefined) return to * abs(positionSize) - held;
  if (to !== side) {
    if (heldSide !== to) return -held;
    if (contracts === undefined || positionSize === undefined) return side * min(amount, abs(held));
    const before = abs(positionSize) + contracts;
    return before === 0n ? 0n : (side * abs(held) * contracts) / before;
  }
  if (heldSide === -to && isInUnits) return amount > abs(held) ? to * amount : -held;
  // A position that the strategy did not have before this signal is a leftover.
  const isLeftover = heldSide === -to || (previous !== undefined && previous !== position);
  return isLeftover ? to * amount - held : to * amount;
}
