import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '~/platform/clock';
import { updateCandle, updateChange } from './candle';

const at = new Date('2026-03-02T09:00:00Z');
const candle = { at, open: 10, high: 12, low: 9, close: 11 };
const later = (milliseconds: number) => new Date(at.getTime() + milliseconds);

test('a price of the same period updates the candle', () => {
  const moved = updateCandle(candle, { price: 13, at: later(30_000) }, MINUTE);
  expect(moved).toEqual({ at, open: 10, high: 13, low: 9, close: 13 });
});

test('a price of a later period starts the next candle', () => {
  const next = updateCandle(candle, { price: 8, at: later(150_000) }, MINUTE);
  expect(next).toEqual({ at: later(2 * MINUTE), open: 8, high: 8, low: 8, close: 8 });
});

test('a price of an earlier period changes nothing', () => {
  expect(updateCandle(candle, { price: 99, at: later(-1) }, MINUTE)).toBe(candle);
});

test('a candle always contains its prices, and time never decreases', () => {
  const quote = fc.record({
    price: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    at: fc.integer({ min: -3_600_000, max: 3_600_000 }).map(later),
  });
  fc.assert(
    fc.property(fc.array(quote, { maxLength: 50 }), (quotes) => {
      let known = candle;
      for (const one of quotes) {
        const next = updateCandle(known, one, MINUTE);
        expect(next.at >= known.at).toBe(true);
        expect(next.high).toBeGreaterThanOrEqual(Math.max(next.open, next.close));
        expect(next.low).toBeLessThanOrEqual(Math.min(next.open, next.close));
        known = next;
      }
    }),
  );
});

test('a change is carried over to a newer price', () => {
  const quote = (price: number) => ({ price, at, source: 'simulated' as const });
  // 100 a day ago, 110 when measured, 121 now.
  expect(updateChange(0.1, quote(110), quote(121))).toBeCloseTo(0.21, 12);
  expect(updateChange(0.1, quote(110), quote(110))).toBeCloseTo(0.1, 12);
  expect(updateChange(null, quote(110), quote(121))).toBeNull();
  expect(updateChange(0.1, null, quote(121))).toBe(0.1);
  expect(updateChange(0.1, quote(110), null)).toBe(0.1);
});
