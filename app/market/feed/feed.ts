import { DAY, HOUR, MINUTE } from '~/platform/clock';
import type { Instrument } from '../instruments';

export type PriceSource = 'simulated' | 'exchange' | 'central bank';

export type Quote = {
  price: number;
  /** Time of this price, which may be old if the source fails. */
  at: Date;
  source: PriceSource;
};

/** Candle: prices from `at` until `at` plus the timeframe, or until now for the current candle. */
export type Candle = { at: Date; open: number; high: number; low: number; close: number };

/** Duration of a candle by timeframe, milliseconds. */
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

/** Changes as fractions of the earlier price; null if the source has no earlier price. */
export type Changes = Record<ChangePeriod, number | null>;

/** Source of prices. Every method returns stored or computed prices immediately, so that pages never wait for another host. */
export type Feed = {
  /** Returns whether there is a source for the instrument's prices, even if it has not answered yet. */
  covers: (instrument: Instrument) => boolean;
  quote: (instrument: Instrument, at: Date) => Quote | null;
  /** Returns the last `count` candles up to `at`, oldest first; fewer or none if the source has no more. */
  candles: (instrument: Instrument, timeframe: Timeframe, count: number, at: Date) => Candle[];
  /**
   * Returns the closing prices of the last `count` candles, oldest first. Lines and averages need only these, which are
   * much cheaper.
   */
  closes: (instrument: Instrument, timeframe: Timeframe, count: number, at: Date) => number[];
  changes: (instrument: Instrument, at: Date) => Changes;
};

/** Feed with a price for every second, which can also find when a price was first reached. */
export type SecondsFeed = Feed & {
  /** Returns the lowest and highest price over the whole seconds from `from` to `to`, inclusive. */
  range: (instrument: Instrument, from: Date, to: Date) => { low: number; high: number };
  /** Returns the first second from `from` to `to`, inclusive, with a price at `level` or beyond; null if there is none. */
  reach: (instrument: Instrument, direction: 'up' | 'down', level: number, from: Date, to: Date) => Date | null;
};
