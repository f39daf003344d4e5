import { scaleLinear } from 'd3-scale';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinearScale, roundTicks } from './scale';

const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const range = fc.double({ min: 1e-3, max: 1e9, noNaN: true });
const parts = fc.integer({ min: 2, max: 10 });

test('a scale maps ends to ends, continues beyond them, and maps a single value to the middle', () => {
  const scale = createLinearScale([10, 30], [200, 0]);
  expect([10, 20, 30, 40].map(scale)).toEqual([200, 100, 0, -100]);
  expect(createLinearScale([5, 5], [0, 9])(5)).toBe(4.5);
});

test.each([
  [0, 9_500, 4, [0, 2_000, 4_000, 6_000, 8_000, 10_000]],
  [99.7, 100.4, 4, [99.6, 99.8, 100, 100.2, 100.4]],
  [-0.13, 0.21, 4, [-0.2, -0.1, 0, 0.1, 0.2, 0.3]],
  [1.0556, 1.1296, 5, [1.04, 1.06, 1.08, 1.1, 1.12, 1.14]],
])('values from %d to %d have round ticks around them', (low, high, about, ticks) => {
  expect(roundTicks(low, high, about)).toEqual({ ends: [ticks[0], ticks.at(-1)], ticks });
});

test.each([
  [100, 100],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  [0, Number.POSITIVE_INFINITY],
  [0, Number.MIN_VALUE],
])('%d to %d has room for one tick only', (low, high) => {
  expect(roundTicks(low, high, 4)).toEqual({ ends: [low, high], ticks: [low] });
});

test('scales and ticks equal those of d3-scale to the last bit', () => {
  fc.assert(
    fc.property(value, range, parts, fc.double({ min: -1, max: 2, noNaN: true }), (low, more, about, place) => {
      const ofOthers = scaleLinear()
        .domain([low, low + more])
        .nice(about)
        .range([200, 0]);
      const { ends, ticks } = roundTicks(low, low + more, about);
      expect(ends).toEqual(ofOthers.domain());
      expect(ticks).toEqual(ofOthers.ticks(about));
      const shown = low + place * more;
      expect(createLinearScale(ends, [200, 0])(shown)).toBe(ofOthers(shown));
    }),
    { numRuns: 300 },
  );
});

test('ticks are within the range, ascending and few', () => {
  fc.assert(
    fc.property(value, range, parts, (low, more, about) => {
      const high = low + more;
      const { ticks } = roundTicks(low, high, about);
      // Distances below the precision of a double at this magnitude are not visible.
      const unseen = more * 1e-12;
      expect(ticks[0]).toBeLessThanOrEqual(low + unseen);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - unseen);
      expect(ticks).toEqual([...new Set(ticks)].sort((one, other) => one - other));
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(2 * about + 2);
    }),
  );
});
