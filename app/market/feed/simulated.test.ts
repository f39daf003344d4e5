import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SECOND } from '~/platform/clock';
import { INSTRUMENTS, requireInstrument } from '../instruments';
import { CHANGE_PERIODS_MS, TIMEFRAMES_MS } from './feed';
import { exponential, simulatedFeed } from './simulated';

const feed = simulatedFeed();
const gold = requireInstrument('XAU/USD');
const noon = new Date('2026-03-04T12:34:56Z');

const instants = fc
  .integer({ min: Date.UTC(2015, 0) / SECOND, max: Date.UTC(2045, 0) / SECOND })
  .map((second) => new Date(second * SECOND));
const instruments = fc.constantFrom(...INSTRUMENTS);
const price = (instrument: (typeof INSTRUMENTS)[number], at: Date) => feed.quote(instrument, at)?.price as number;

describe('the simulated price', () => {
  test('depends only on seed, symbol and second', () => {
    fc.assert(
      fc.property(instruments, instants, fc.integer({ min: 0, max: 999 }), (instrument, at, milliseconds) => {
        const later = new Date(at.getTime() + milliseconds);
        expect(simulatedFeed().quote(instrument, later)).toEqual(feed.quote(instrument, at));
      }),
      { numRuns: 50 },
    );
    expect(simulatedFeed('another').quote(gold, noon)?.price).not.toBe(price(gold, noon));
  });

  test('is positive, within range of its anchor, with at most its number of decimals', () => {
    fc.assert(
      fc.property(instruments, instants, (instrument, at) => {
        const value = price(instrument, at);
        expect(value).toBeGreaterThan(instrument.anchor / 8);
        expect(value).toBeLessThan(instrument.anchor * 8);
        expect(Number(value.toFixed(instrument.digits))).toBe(value);
      }),
    );
  });

  test('changes from day to day about as much as its volatility says', () => {
    for (const name of ['EURUSD', 'BTCUSD', 'TSLA']) {
      const instrument = requireInstrument(name);
      const closes = feed.candles(instrument, '1d', 2_000, noon).map(({ close }) => close);
      const moves = closes.slice(1).map((close, index) => Math.log(close / (closes[index] as number)));
      const yearly = Math.sqrt((moves.reduce((sum, move) => sum + move * move, 0) / moves.length) * 365);
      expect(yearly / instrument.volatility).toBeGreaterThan(0.9);
      expect(yearly / instrument.volatility).toBeLessThan(1.1);
    }
  });
});

describe('the simulated price of a future', () => {
  const from = Math.ceil(noon.getTime() / SECOND) * SECOND;
  const own = simulatedFeed(undefined, { seed: '0123456789abcdef', from });
  const futures = INSTRUMENTS.filter(({ follows }) => follows);

  test('is a fixed part above that of its underlying, and changes as much', () => {
    expect(futures.map(({ id }) => id)).toEqual(['ES1', 'NQ1', 'GC1', 'SI1', 'CL1']);
    fc.assert(
      fc.property(fc.constantFrom(...futures), instants, fc.boolean(), (future, at, ofInstallation) => {
        const provided = ofInstallation ? own : feed;
        const spot = requireInstrument(future.follows ?? '');
        const ratio = (provided.quote(future, at)?.price as number) / (provided.quote(spot, at)?.price as number);
        expect(ratio / (future.anchor / spot.anchor)).toBeCloseTo(1, 3);
        const [moved, expected] = [provided.changes(future, at), provided.changes(spot, at)];
        for (const range of ['hour', 'day', 'week', 'month', 'year'] as const) {
          expect(moved[range]).toBeCloseTo(expected[range] as number, 2);
        }
      }),
    );
  });

  test('is higher by less than half a percent, as volatile, and no future has a future', () => {
    for (const future of futures) {
      const spot = requireInstrument(future.follows ?? '');
      expect([future.id, future.anchor / spot.anchor > 1, future.anchor / spot.anchor < 1.005]).toEqual([
        future.id,
        true,
        true,
      ]);
      expect([future.volatility, spot.follows]).toEqual([spot.volatility, undefined]);
    }
  });
});

describe('a candle', () => {
  test('has the exact highest, lowest, first and last of the quotes inside it', () => {
    fc.assert(
      fc.property(instruments, instants, fc.constantFrom('1m', '5m', '15m', '1h'), (instrument, at, timeframe) => {
        const [candle] = feed.candles(instrument, timeframe, 1, at);
        const quotes: number[] = [];
        for (let time = +(candle?.at as Date); time <= +at; time += SECOND) {
          quotes.push(price(instrument, new Date(time)));
        }
        expect(candle).toEqual({
          at: new Date(Math.floor(+at / TIMEFRAMES_MS[timeframe]) * TIMEFRAMES_MS[timeframe]),
          open: quotes[0],
          high: Math.max(...quotes),
          low: Math.min(...quotes),
          close: quotes.at(-1),
        });
      }),
      { numRuns: 40 },
    );
  });

  test('of a day consists of its hours', () => {
    fc.assert(
      fc.property(instruments, instants, (instrument, at) => {
        const [day] = feed.candles(instrument, '1d', 1, at);
        const hours = feed.candles(instrument, '1h', at.getUTCHours() + 1, at);
        expect(day).toEqual({
          at: hours[0]?.at,
          open: hours[0]?.open,
          high: Math.max(...hours.map(({ high }) => high)),
          low: Math.min(...hours.map(({ low }) => low)),
          close: hours.at(-1)?.close,
        });
      }),
      { numRuns: 30 },
    );
  });

  test('closes at the value of the cheaper list of closes', () => {
    for (const timeframe of ['1m', '4h', '1d'] as const) {
      const candles = feed.candles(gold, timeframe, 30, noon);
      expect(feed.closes(gold, timeframe, 30, noon)).toEqual(candles.map(({ close }) => close));
    }
  });

  test('continues the one before it, and a past one never changes', () => {
    const hours = feed.candles(gold, '1h', 48, noon);
    expect(hours.map(({ at }) => +at)).toEqual(
      hours.map((_, index) => Date.UTC(2026, 2, 4, 12) - (47 - index) * TIMEFRAMES_MS['1h']),
    );
    const later = feed.candles(gold, '1h', 49, new Date(+noon + TIMEFRAMES_MS['1h']));
    expect(later.slice(0, 47)).toEqual(hours.slice(0, 47));
  });
});

test('changes are relative to the quote that long ago', () => {
  const changes = feed.changes(gold, noon);
  for (const range of ['hour', 'day', 'week', 'month', 'year'] as const) {
    const before = price(gold, new Date(+noon - CHANGE_PERIODS_MS[range]));
    expect(changes[range]).toBeCloseTo(price(gold, noon) / before - 1, 12);
  }
});

test('a month of daily candles is computed without reading every second', () => {
  // Each interval that is computed needs its deviation, which is a square root.
  const roots = vi.spyOn(Math, 'sqrt');
  for (const name of ['EURUSD', 'BTCUSD', 'AAPL', 'US30']) {
    roots.mockClear();
    feed.candles(requireInstrument(name), '1d', 30, noon);
    expect(roots.mock.calls.length / 30).toBeLessThan(TIMEFRAMES_MS['1d'] / SECOND / 4);
  }
});

test('the exponential is the mathematical one, by operations that every engine rounds alike', () => {
  fc.assert(
    fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (x) => {
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(2e-15);
    }),
  );
  expect(exponential(0)).toBe(1);
});

describe('an interval of seconds', () => {
  const stretches = fc.tuple(instruments, instants, fc.integer({ min: 0, max: 400 }));
  const quotesOf = (instrument: (typeof INSTRUMENTS)[number], from: Date, seconds: number) =>
    Array.from({ length: seconds + 1 }, (_, index) => price(instrument, new Date(+from + index * SECOND)));

  test('ranges from the exact lowest to the highest of its quotes', () => {
    fc.assert(
      fc.property(stretches, ([instrument, from, seconds]) => {
        const quotes = quotesOf(instrument, from, seconds);
        const range = feed.range(instrument, from, new Date(+from + seconds * SECOND));
        expect(range).toEqual({ low: Math.min(...quotes), high: Math.max(...quotes) });
      }),
      { numRuns: 40 },
    );
  });

  test('reaches a level at the first second whose quote does', () => {
    fc.assert(
      fc.property(
        stretches,
        fc.constantFrom('up' as const, 'down' as const),
        fc.double({ min: -0.1, max: 1.1, noNaN: true }),
        ([instrument, from, seconds], direction, place) => {
          const quotes = quotesOf(instrument, from, seconds);
          const [low, high] = [Math.min(...quotes), Math.max(...quotes)];
          const level = low + (high - low) * place;
          const index = quotes.findIndex((quote) => (direction === 'up' ? quote >= level : quote <= level));
          const found = feed.reach(instrument, direction, level, from, new Date(+from + seconds * SECOND));
          expect(found).toEqual(index < 0 ? null : new Date(+from + index * SECOND));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the prices of an installation', () => {
  const from = Math.ceil(noon.getTime() / SECOND) * SECOND;
  const own = simulatedFeed(undefined, { seed: '0123456789abcdef', from });
  const other = simulatedFeed(undefined, { seed: 'fedcba9876543210', from });
  const at = (input: typeof feed, instrument: (typeof INSTRUMENTS)[number], time: number) =>
    input.quote(instrument, new Date(time))?.price as number;

  test('are those of the public seed until its own seed starts, and continue from there by one second’s step', () => {
    for (const instrument of INSTRUMENTS) {
      for (const back of [0, 1, 60, 86_400, 400 * 86_400]) {
        const time = from - back * SECOND;
        expect(at(own, instrument, time)).toBe(at(feed, instrument, time));
      }
      // Six deviations of a second, and half of a last decimal at either end.
      const step = instrument.volatility * Math.sqrt(1 / (365 * 86_400)) * 6;
      const before = at(own, instrument, from);
      const moved = Math.abs(at(own, instrument, from + SECOND) - before);
      expect(moved).toBeLessThanOrEqual(before * step + 10 ** -instrument.digits);
    }
  });

  test('can’t be derived from the source or from another installation afterwards', () => {
    const differing = INSTRUMENTS.filter((instrument) => {
      const prices = [feed, own, other].map((each) => at(each, instrument, from + 3 * 86_400 * SECOND));
      return new Set(prices).size === 3;
    });
    expect(differing.length).toBeGreaterThan(INSTRUMENTS.length * 0.9);
    // Nor by the correlation of public and secret noise: moves over many hours are independent.
    const bitcoin = requireInstrument('BTCUSD');
    const moves = [feed, own, other].map((each) =>
      Array.from({ length: 2_000 }, (_, hour) => {
        const end = from + (hour + 1) * 3_600 * SECOND;
        return Math.log(at(each, bitcoin, end) / at(each, bitcoin, end - 3_600 * SECOND));
      }),
    );
    const together = (a: number[] = [], b: number[] = []) => {
      const sum = (each: (index: number) => number) => a.reduce((total, _, index) => total + each(index), 0);
      const [ab, aa, bb] = [
        sum((index) => (a[index] ?? 0) * (b[index] ?? 0)),
        sum((index) => (a[index] ?? 0) ** 2),
        sum((index) => (b[index] ?? 0) ** 2),
      ];
      return Math.abs(ab / Math.sqrt(aa * bb));
    };
    expect(together(moves[0], moves[1])).toBeLessThan(0.1);
    expect(together(moves[1], moves[2])).toBeLessThan(0.1);
    const yearly = Math.sqrt(((moves[1] ?? []).reduce((sum, move) => sum + move * move, 0) / 2_000) * 24 * 365);
    expect(yearly / bitcoin.volatility).toBeGreaterThan(0.9);
    expect(yearly / bitcoin.volatility).toBeLessThan(1.1);
  });

  test('have the extremes and the first reach of their seconds, also across the instant when they start', () => {
    fc.assert(
      fc.property(
        instruments,
        fc.integer({ min: -400, max: 100 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (instrument, start, length, mark) => {
          const times = Array.from({ length: length + 1 }, (_, second) => from + (start + second) * SECOND);
          const prices = times.map((time) => at(own, instrument, time));
          const [first, last] = [new Date(times[0] as number), new Date(times[length] as number)];
          expect(own.range(instrument, first, last)).toEqual({ low: Math.min(...prices), high: Math.max(...prices) });
          const level = prices[mark % prices.length] as number;
          const reached = prices.findIndex((price) => price >= level);
          expect(own.reach(instrument, 'up', level, first, last)?.getTime()).toBe(times[reached]);
        },
      ),
    );
  });
});
