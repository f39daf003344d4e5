import type { Contract } from '~/trading/contracts';
import { type Fill, fillAt, type Side } from '~/trading/orders/fills';
import type { GoodQuote, LiveQuote } from '~/trading/prices/prices';
import { flawOf } from '~/trading/prices/quotes';

/** The rules of live quotes, the plain way: what the product finds in stored prices is compared with this. */

/** The good ones among quotes in the order they were observed. */
export function goodQuotes(quotes: readonly LiveQuote[]): GoodQuote[] {
  const good: GoodQuote[] = [];
  for (const quote of quotes) if (flawOf(quote, good.at(-1) ?? null) === null) good.push(quote as GoodQuote);
  return good;
}

/**
 * How quotes of a live source fill an order at the market's price: on the first good one that neither stood nor was observed before it,
 * so that knowing the price when giving an order pays nothing. Null: it waits.
 * @param quotes all that were observed, in order; some from before the order tell a jump
 */
export function fillOnQuotes(
  contract: Contract,
  side: Side,
  arrivedAt: number,
  quotes: readonly LiveQuote[],
): Fill | null {
  const quote = goodQuotes(quotes).find(({ at, observedAt }) => observedAt > arrivedAt && at > arrivedAt);
  return quote ? fillAt(contract, quote.price, side, quote.observedAt) : null;
}
