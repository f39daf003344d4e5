import { abs } from '../numbers';
import { FURTHEST_MOVE, MOVE_WINDOW_MS, OLDEST_QUOTE_MS } from '../tradingTerms';
import type { LiveQuote, ValidQuote } from './prices';

export type Flaw = 'no-price' | 'zero' | 'old' | 'jump';

/** Returns the fault of a quote, or null; `before` is the last valid quote before it. */
export function flawOf({ price, at, observedAt }: LiveQuote, before: ValidQuote | null): Flaw | null {
  if (price === null) return 'no-price';
  if (price <= 0n) return 'zero';
  if (observedAt - at > OLDEST_QUOTE_MS) return 'old';
  const [over, under] = FURTHEST_MOVE;
  const recent = before !== null && observedAt - before.observedAt <= MOVE_WINDOW_MS;
  return recent && abs(price - before.price) * under > before.price * over ? 'jump' : null;
}
