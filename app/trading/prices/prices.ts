import { DAY, SECOND } from '~/platform/clock';
import { mustContract } from '../contracts';
import type { SecondsFeed } from '../market';
import { max, min, toPrice } from '../numbers';

/** A price of a live source. Instants in milliseconds. */
export type LiveQuote = {
  price: bigint | null;
  /** Time of the price by the source, never after the request. */
  at: number;
  /** Time when this installation requested the price. Fills and results are dated by it, even if the answer was stored later. */
  observedAt: number;
};

export type ValidQuote = LiveQuote & {
  price: bigint;
  /** Set for a quote of version 1.0.0, which names no predecessor. */
  isUnchained?: true;
};

export type Range = { low: bigint; high: bigint };

/** Prices of any market, as integers. Instants in milliseconds. */
type Market = {
  /** Returns the price at an instant: of a live source the last valid quote until then, 0 before the first. */
  at: (id: string, at: number) => bigint;
  /** Over the whole seconds `from` to `to`, both included. */
  range: (id: string, from: number, to: number) => Range;
  /** Contains `range`, and may be cheaper: it can cover the whole days that the range touches. */
  bounds: (id: string, from: number, to: number) => Range;
  /** Returns the time, at most an instant, up to which all prices are final. */
  until: (at: number) => number;
};

export type SecondPrices = Market & {
  quoted: null;
  /** Returns the first second from `from` to `to`, inclusive, with a price at `mid` or beyond; null without one. */
  reach: (id: string, direction: 'up' | 'down', mid: bigint, from: number, to: number) => number | null;
};

/** A live source: good quotes, each stored at the second that it was seen in. */
export type QuotedPrices = Market & {
  quoted: {
    /** Returns whether the source quotes this by the minute; other instruments can't be traded. */
    covers: (id: string) => boolean;
    /** Returns the first quote dated and observed after `given`, and observed after `advancedTo`; null without one. */
    next: (id: string, given: number, advancedTo: number) => ValidQuote | null;
    /** Time when a quote was seen last; null before the first. */
    last: (id: string) => number | null;
    /** Returns the quotes dated and observed after `given`, and observed after `advancedTo` and up to `to`; in order. */
    seen: (id: string, given: number, advancedTo: number, to: number) => readonly ValidQuote[];
    /** Was a quote seen in the minute that ends at an instant? */
    isFresh: (id: string, at: number) => boolean;
  };
};

export type Prices = SecondPrices | QuotedPrices;

/** Most cached ranges of days. Twelve traders with five instruments need 22,000 for a year. */
const MAX_RANGES = 40_000;

/** Returns the prices of a per-second feed. Ranges of whole days are cached, since most queries end there. */
export function pricesOf(feed: SecondsFeed): SecondPrices {
  const days = new Map<string, Range>();

  function range(id: string, from: number, to: number): Range {
    const contract = mustContract(id);
    const { low, high } = feed.range(contract.instrument, new Date(from), new Date(to));
    return { low: toPrice(low, contract), high: toPrice(high, contract) };
  }

  function dayRange(id: string, day: number): Range {
    const key = `${id} ${day}`;
    const known = days.get(key);
    if (known) return known;
    const found = range(id, day, day + DAY - SECOND);
    if (days.size >= MAX_RANGES) days.clear();
    days.set(key, found);
    return found;
  }

  const dayOf = (at: number) => Math.floor(at / DAY) * DAY;

  return {
    bounds: (id, from, to) => {
      let { low, high } = dayRange(id, dayOf(from));
      for (let day = dayOf(from) + DAY; day <= to; day += DAY) {
        const next = dayRange(id, day);
        low = min(low, next.low);
        high = max(high, next.high);
      }
      return { low, high };
    },
    at: (id, at) => {
      const contract = mustContract(id);
      return toPrice(feed.quote(contract.instrument, new Date(at))?.price ?? 0, contract);
    },
    range,
    until: (at) => at,
    quoted: null,
    reach: (id, direction, mid, from, to) => {
      const contract = mustContract(id);
      const level = Number(mid) / Number(contract.scale);
      for (let day = dayOf(from); day <= to; day += DAY) {
        const { low, high } = dayRange(id, day);
        if (direction === 'up' ? high < mid : low > mid) continue;
        const first = new Date(Math.max(from, day));
        const last = new Date(Math.min(to, day + DAY - SECOND));
        const found = feed.reach(contract.instrument, direction, level, first, last);
        if (found) return found.getTime();
      }
      return null;
    },
  };
}

/** Returns memoized prices, since accounts that follow one leader need the same instants. Drop them afterwards. */
export function withPriceCache<P extends Prices>(prices: P): P;
export function withPriceCache(prices: Prices): Prices {
  const known = new Map<string, unknown>();
  const once =
    <A extends unknown[], T>(name: string, ask: (...asked: A) => T) =>
    (...asked: A): T => {
      const key = `${name} ${asked.join(' ')}`;
      if (!known.has(key)) known.set(key, ask(...asked));
      return known.get(key) as T;
    };
  const asked = {
    at: once('at', prices.at),
    range: once('range', prices.range),
    bounds: once('bounds', prices.bounds),
    until: prices.until,
  };
  return prices.quoted === null
    ? { ...asked, quoted: null, reach: once('reach', prices.reach) }
    : { ...asked, quoted: prices.quoted };
}
