import type { Contract } from '~/trading/contracts';
import { type Fill, fillAt, type Side } from '~/trading/orders/fills';
import type { LiveQuote, ValidQuote } from '~/trading/prices/prices';
import { quoteFault } from '~/trading/prices/quotes';

/** Naive rules of live quotes, to compare the product's stored prices with. */

/** Returns the good ones among quotes in the order they were observed. */
export function goodQuotes(quotes: readonly LiveQuote[]): ValidQuote[] {
  const good: ValidQuote[] = [];
  for (const quote of quotes) if (quoteFault(quote, good.at(-1) ?? null) === null) good.push(quote as ValidQuote);
  return good;
}

/** Returns the quote that fills a market order: the first good one after it in both times; null while it waits. */
export function fillOnQuotes(
  contract: Contract,
  side: Side,
  arrivedAt: number,
  quotes: readonly LiveQuote[],
): Fill | null {
  const quote = goodQuotes(quotes).find(({ at, observedAt }) => observedAt > arrivedAt && at > arrivedAt);
  return quote ? fillAt(contract, quote.price, side, quote.observedAt) : null;
}
