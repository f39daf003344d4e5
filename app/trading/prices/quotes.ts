import type { Contract } from '../contracts';
import { abs } from '../numbers';
import { type Fill, fillAt, type Side } from '../orders/fills';
import { FURTHEST_MOVE, MOVE_WINDOW, OLDEST_QUOTE } from '../tradingTerms';
import type { GoodQuote, LiveQuote } from './prices';

/** Why nothing is filled on a quote. */
export type Flaw = 'no-price' | 'zero' | 'old' | 'jump';

/**
 * What is wrong with a quote, or null.
 * @param before the last good one before it
 */
export function flawOf({ price, at, observedAt }: LiveQuote, before: GoodQuote | null): Flaw | null {
  if (price === null) return 'no-price';
  if (price <= 0n) return 'zero';
  if (observedAt - at > OLDEST_QUOTE) return 'old';
  const [over, under] = FURTHEST_MOVE;
  const recent = before !== null && observedAt - before.observedAt <= MOVE_WINDOW;
  return recent && abs(price - before.price) * under > before.price * over ? 'jump' : null;
}

/** The good ones among quotes in the order they were observed. */
export function goodQuotes(quotes: readonly LiveQuote[]): GoodQuote[] {
  const good: GoodQuote[] = [];
  for (const quote of quotes) if (flawOf(quote, good.at(-1) ?? null) === null) good.push(quote as GoodQuote);
  return good;
}

/**
 * The quote that fills an order which arrived at an instant: the first good one that neither stood nor was observed before
 * it, so that knowing the price when giving an order pays nothing. Null: it waits.
 * @param quotes all that were observed, in order; some from before the order tell a jump
 */
export const fillingQuote = (quotes: readonly LiveQuote[], arrivedAt: number): GoodQuote | null =>
  goodQuotes(quotes).find(({ at, observedAt }) => observedAt > arrivedAt && at > arrivedAt) ?? null;

/** How quotes of a live source fill an order at the market's price; null while it waits. */
export function fillOnQuotes(
  contract: Contract,
  side: Side,
  arrivedAt: number,
  quotes: readonly LiveQuote[],
): Fill | null {
  const quote = fillingQuote(quotes, arrivedAt);
  return quote && fillAt(contract, quote.price, side, quote.observedAt);
}
