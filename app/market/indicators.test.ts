import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exponentialAverage, exponentialSeries, macd, momentum, relativeStrength, simpleAverage } from './indicators';

const rounded = (values: (number | null)[]) => values.map((value) => value && Number(value.toFixed(2)));

describe('averages', () => {
  // A worked example that textbooks share: ten days' average, then ten days' exponential average.
  const closes = [22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61];

  test('have the known values', () => {
    expect(simpleAverage(closes.slice(0, 10), 10)).toBeCloseTo(22.221, 6);
    expect(rounded(exponentialSeries(closes, 10))).toEqual([22.22, 22.21, 22.24, 22.27, 22.33]);
  });

  test('are between the lowest and the highest close', () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 1e5, noNaN: true }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(prices, (closes) => {
        for (const average of [simpleAverage(closes, 10), exponentialAverage(closes, 10)]) {
          expect(average).toBeGreaterThanOrEqual(Math.min(...closes) * (1 - 1e-9));
          expect(average).toBeLessThanOrEqual(Math.max(...closes) * (1 + 1e-9));
        }
      }),
    );
  });
});

describe('relative strength', () => {
  // Wilder's arithmetic on the example that textbooks share.
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
    46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ];

  test('has the known values', () => {
    const values = [15, 16, 17, 18, 19, 20].map((count) => relativeStrength(closes.slice(0, count)));
    expect(rounded(values)).toEqual([70.53, 66.32, 66.55, 69.41, 66.36, 57.97]);
  });

  test('is 0 or 100 at the ends and, for a constant price, 50', () => {
    const steps = Array.from({ length: 30 }, (_, index) => index + 1);
    expect(relativeStrength(steps)).toBe(100);
    expect(relativeStrength(steps.toReversed())).toBe(0);
    expect(relativeStrength(steps.map(() => 5))).toBe(50);
  });
});

test('convergence is the fast less the slow average, with its own average behind it', () => {
  const rising = Array.from({ length: 60 }, (_, index) => 100 + index);
  // On a straight line each average trails by (length - 1) / 2, so their distance is (26 - 12) / 2.
  expect(macd(rising)?.line).toBeCloseTo(7, 9);
  expect(macd(rising)?.signal).toBeCloseTo(7, 9);
  expect(macd([...rising, 200])?.line).toBeGreaterThan(macd([...rising, 200])?.signal as number);
});

test('too few closes give no result', () => {
  const few = [1, 2, 3];
  expect([simpleAverage(few, 10), exponentialAverage(few, 10), relativeStrength(few), macd(few)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([momentum(few), momentum(few, 2)]).toEqual([null, 2]);
});
