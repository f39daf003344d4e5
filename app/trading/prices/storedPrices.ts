import { MINUTE } from '~/platform/clock';
import { least, most } from '../numbers';
import type { GoodQuote, QuotedPrices, Range } from './prices';

/** Good quotes of instruments, each list in the order that they were seen in. */
export type StoredQuotes = ReadonlyMap<string, readonly GoodQuote[]>;

/**
 * The prices of a live source, from the quotes that were stored of it. An instant has the price that was seen last.
 * @param covered the instruments that the source quotes
 * @param horizon the source was asked then for the last time, milliseconds: every quote up to it is among these
 */
export function pricesOfQuotes(quotes: StoredQuotes, covered: ReadonlySet<string>, horizon: number): QuotedPrices {
  const of = (id: string): readonly GoodQuote[] => quotes.get(id) ?? [];
  /** Quotes seen after `after` and not past `to`. */
  const seen = (id: string, after: number, to: number): readonly GoodQuote[] => {
    const all = of(id);
    return all.slice(firstAfter(all, after), firstAfter(all, Math.min(to, horizon)));
  };
  const at = (id: string, time: number): bigint => {
    const all = of(id);
    return all[firstAfter(all, Math.min(time, horizon)) - 1]?.price ?? 0n;
  };
  const range = (id: string, from: number, to: number): Range => {
    const prices = seen(id, from, to).map(({ price }) => price);
    const standing = at(id, from);
    // Before the first quote there is no price that could have been the lowest.
    const [first = 0n, ...others] = standing > 0n ? [standing, ...prices] : prices;
    return others.reduce(({ low, high }, price) => ({ low: least(low, price), high: most(high, price) }), {
      low: first,
      high: first,
    });
  };
  return {
    at,
    range,
    bounds: range,
    until: (time) => Math.min(time, horizon),
    quoted: {
      covers: (id) => covered.has(id),
      next: (id, given, advancedTo) => {
        const all = of(id);
        for (let index = firstAfter(all, Math.max(given, advancedTo)); ; index++) {
          const quote = all[index];
          if (!quote || quote.observedAt > horizon) return null;
          if (quote.at > given) return quote;
        }
      },
      seen: (id, given, advancedTo, to) => seen(id, Math.max(given, advancedTo), to).filter(({ at }) => at > given),
      last: (id) => of(id)[firstAfter(of(id), horizon) - 1]?.observedAt ?? null,
      isFresh: (id, time) => seen(id, time - MINUTE, time).length > 0,
    },
  };
}

/** The index of the first quote that was seen after an instant. */
function firstAfter(quotes: readonly GoodQuote[], after: number): number {
  let [from, to] = [0, quotes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((quotes[middle] as GoodQuote).observedAt > after) to = middle;
    else from = middle + 1;
  }
  return from;
}
