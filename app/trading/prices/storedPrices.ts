import { MINUTE } from '~/platform/clock';
import { max, min } from '../numbers';
import type { QuotedPrices, Range, ValidQuote } from './prices';

export type StoredQuotes = ReadonlyMap<string, readonly ValidQuote[]>;

/** Limits of the quotes that can fill orders, times in milliseconds. */
export type FillLimits = {
  /** Earliest observation time of quotes that can fill orders. */
  oldest: number;
  /** Returns the time up to which the quotes of an instrument fill nothing, not even a close-out. */
  closedUntil: (id: string) => number;
};

const NO_FILL_LIMITS: FillLimits = { oldest: Number.NEGATIVE_INFINITY, closedUntil: () => Number.NEGATIVE_INFINITY };

/** Returns the prices of a live source from its stored quotes. The price at an instant is that of the last observed quote. */
export function createPricesFromQuotes(
  quotes: StoredQuotes,
  covered: ReadonlySet<string>,
  horizon: number,
  { oldest, closedUntil }: FillLimits = NO_FILL_LIMITS,
): QuotedPrices {
  const of = (id: string): readonly ValidQuote[] => quotes.get(id) ?? [];
  const seen = (id: string, after: number, to: number): readonly ValidQuote[] => {
    const all = of(id);
    return all.slice(firstAfter(all, after), firstAfter(all, Math.min(to, horizon)));
  };
  /** Returns the time after which observed quotes fill orders placed at `after`. */
  const fillableAfter = (id: string, after: number): number => Math.max(after, oldest - 1, closedUntil(id) - 1);
  const at = (id: string, time: number): bigint => {
    const all = of(id);
    return all[firstAfter(all, Math.min(time, horizon)) - 1]?.price ?? 0n;
  };
  const range = (id: string, from: number, to: number): Range => {
    const prices = seen(id, from, to).map(({ price }) => price);
    const standing = at(id, from);
    // Without an earlier quote, only these prices count.
    const [first = 0n, ...others] = standing > 0n ? [standing, ...prices] : prices;
    return others.reduce(({ low, high }, price) => ({ low: min(low, price), high: max(high, price) }), {
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
      next: (id, placedAt, advancedTo) => {
        const all = of(id);
        const first = fillableAfter(id, Math.max(placedAt, advancedTo));
        for (let index = firstAfter(all, first); ; index++) {
          const quote = all[index];
          if (!quote || quote.observedAt > horizon) return null;
          if (quote.at > placedAt) return quote;
        }
      },
      seen: (id, placedAt, advancedTo, to) =>
        seen(id, fillableAfter(id, Math.max(placedAt, advancedTo)), to).filter(({ at }) => at > placedAt),
      last: (id) => of(id)[firstAfter(of(id), horizon) - 1]?.observedAt ?? null,
      isFresh: (id, time) => seen(id, Math.max(time - MINUTE, closedUntil(id) - 1), time).length > 0,
    },
  };
}

function firstAfter(quotes: readonly ValidQuote[], after: number): number {
  let [from, to] = [0, quotes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((quotes[middle] as ValidQuote).observedAt > after) to = middle;
    else from = middle + 1;
  }
  return from;
}
