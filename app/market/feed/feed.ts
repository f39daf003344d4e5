import { DAY, HOUR, MINUTE } from '~/platform/clock';
import type { Instrument } from '../instruments';

export type PriceSource = 'simulated' | 'exchange' | 'central bank';

export type Quote = {
  price: number;
  /** Time of this price, which is old for a source that fails. */
  at: Date;
  source: PriceSource;
};

/** Prices from `at` up to `at` plus its timeframe, or up to now for the one still forming. */
export type Candle = { at: Date; open: number; high: number; low: number; close: number };

/** Milliseconds a candle lasts. */
export const TIMEFRAMES_MS = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
} as const;

export type Timeframe = keyof typeof TIMEFRAMES_MS;

export const CHANGE_PERIODS_MS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;

export type ChangePeriod = keyof typeof CHANGE_PERIODS_MS;

/** A change as a fraction of the earlier price; null where the source does not reach back so far. */
export type Changes = Record<ChangePeriod, number | null>;

/** Source of prices. Every call returns stored or computed prices immediately: pages never wait for another host. */
export type Feed = {
  /** Returns whether it has a source for this one's prices, which may not have answered yet. */
  covers: (instrument: Instrument) => boolean;
  quote: (instrument: Instrument, at: Date) => Quote | null;
  /** The last `count` candles up to `at`, oldest first; fewer, or none, where the source has no more. */
  candles: (instrument: Instrument, timeframe: Timeframe, count: number, at: Date) => Candle[];
  /** Returns what the last `count` candles closed at, oldest first: all that lines and averages need, and much cheaper. */
  closes: (instrument: Instrument, timeframe: Timeframe, count: number, at: Date) => number[];
  changes: (instrument: Instrument, at: Date) => Changes;
};

/** Feed with a price for every second, which can find when a price was first reached. */
export type SecondsFeed = Feed & {
  /** The lowest and highest price of the whole seconds `from` to `to`, both included. */
  range: (instrument: Instrument, from: Date, to: Date) => { low: number; high: number };
  /** The first second of `from` to `to`, both included, whose price is at `level` or beyond it; null when none is. */
  reach: (instrument: Instrument, direction: 'up' | 'down', level: number, from: Date, to: Date) => Date | null;
};
