import { abs } from '../numbers';
import { MAX_QUOTE_AGE_MS, MAX_QUOTE_MOVE, MOVE_WINDOW_MS } from '../tradingTerms';
import type { LiveQuote, ValidQuote } from './prices';

export type QuoteFault = 'no-price' | 'zero' | 'old' | 'jump';

/** Returns the fault of a quote, or null; `before` is the last valid quote before it. */
export function quoteFault({ price, at, observedAt }: LiveQuote, before: ValidQuote | null): QuoteFault | null {
  if (price === null) return 'no-price';
  if (price <= 0n) return 'zero';
  if (observedAt - at > MAX_QUOTE_AGE_MS) return 'old';
  const [over, under] = MAX_QUOTE_MOVE;
  const recent = before !== null && observedAt - before.observedAt <= MOVE_WINDOW_MS;
  return recent && abs(price - before.price) * under > before.price * over ? 'jump' : null;
}
