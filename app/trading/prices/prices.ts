import { DAY, SECOND } from '~/platform/clock';
import { requireContract } from '../contracts';
import type { SecondsFeed } from '../market';
import { max, min, toPrice } from '../numbers';

/** Price of a live source. Times are in milliseconds. */
export type LiveQuote = {
  price: bigint | null;
  /** Time of the price according to the source. It is never later than `observedAt`. */
  at: number;
  /**
   * Time when this installation requested the price. Fills and results have this time, even if the response was stored
   * later.
   */
  observedAt: number;
};

export type ValidQuote = LiveQuote & {
  price: bigint;
  /** True for a quote stored by version 1.0.0, which does not name its predecessor. */
  isUnchained?: true;
};

export type Range = { low: bigint; high: bigint };

/** Prices of a market as integers. Times are in milliseconds. */
type Market = {
  /** Returns the price at an instant: on a live source the last valid quote up to then, 0 before the first. */
  at: (id: string, at: number) => bigint;
  /** Returns the lowest and highest price over the whole seconds from `from` to `to`, inclusive. */
  range: (id: string, from: number, to: number) => Range;
  /** Returns a range that contains that of `range`. It may cover whole days, which is cheaper to compute. */
  bounds: (id: string, from: number, to: number) => Range;
  /** Returns the latest time, at most the given one, up to which all prices are final. */
  until: (at: number) => number;
};

export type SecondPrices = Market & {
  quoted: null;
  /** Returns the first second from `from` to `to`, inclusive, with a price at `mid` or beyond; null without one. */
  reach: (id: string, direction: 'up' | 'down', mid: bigint, from: number, to: number) => number | null;
};

/** Prices of a live source. Each valid quote is the price from the second in which it was observed. */
export type QuotedPrices = Market & {
  quoted: {
    /** Returns whether the source quotes an instrument every minute; others can't be traded. */
    covers: (id: string) => boolean;
    /** Returns the first quote dated and observed after `placedAt`, and observed after `advancedTo`; null without one. */
    next: (id: string, placedAt: number, advancedTo: number) => ValidQuote | null;
    /** Returns the time of the last observed quote; null before the first. */
    last: (id: string) => number | null;
    /** Returns the quotes dated and observed after `placedAt`, and observed after `advancedTo` and up to `to`; in order. */
    seen: (id: string, placedAt: number, advancedTo: number, to: number) => readonly ValidQuote[];
    /** Returns whether a quote was observed in the minute before an instant. */
    isFresh: (id: string, at: number) => boolean;
  };
};

export type Prices = SecondPrices | QuotedPrices;

/** Largest number of cached day ranges. Twelve traders with five instruments need 22,000 for a year. */
const MAX_RANGES = 40_000;

/** Returns the prices of a feed with a price per second. Caches the ranges of whole days, which answer most queries. */
export function createPrices(feed: SecondsFeed): SecondPrices {
  const days = new Map<string, Range>();

  function range(id: string, from: number, to: number): Range {
    const contract = requireContract(id);
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
      const contract = requireContract(id);
      return toPrice(feed.quote(contract.instrument, new Date(at))?.price ?? 0, contract);
    },
    range,
    until: (at) => at,
    quoted: null,
    reach: (id, direction, mid, from, to) => {
      const contract = requireContract(id);
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

/**
 * Returns prices with a cache per instant, since accounts that follow one leader need the same instants. Discard the
 * object afterwards.
 */
export function withPriceCache<P extends Prices>(prices: P): P;
export function withPriceCache(prices: Prices): Prices {
  const known = new Map<string, unknown>();
  const once =
    <A extends unknown[], T>(name: string, ask: (...args: A) => T) =>
    (...args: A): T => {
      const key = `${name} ${args.join(' ')}`;
      if (!known.has(key)) known.set(key, ask(...args));
      return known.get(key) as T;
    };
  const cached = {
    at: once('at', prices.at),
    range: once('range', prices.range),
    bounds: once('bounds', prices.bounds),
    until: prices.until,
  };
  return prices.quoted === null
    ? { ...cached, quoted: null, reach: once('reach', prices.reach) }
    : { ...cached, quoted: prices.quoted };
}
