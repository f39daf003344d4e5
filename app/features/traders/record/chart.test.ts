import { expect, test } from 'vitest';
import { fallsOf, pointsFrom, rangeOf, rebased, startOf, thinned, valuesAt } from './chart';

const DAY = 86_400_000;
const NOW = new Date('2026-03-31T12:00:00Z');
const points = Array.from({ length: 400 }, (_, index) => ({
  at: new Date(NOW.getTime() - (399 - index) * DAY),
  value: index + 1,
}));

test('a range begins at the last value before it, and all is all', () => {
  expect(pointsFrom(points, startOf('1m', NOW))).toHaveLength(31);
  expect(pointsFrom(points, startOf('12m', NOW))[0]?.value).toBe(35);
  expect(pointsFrom(points, startOf('all', NOW))).toHaveLength(400);
  expect(pointsFrom(points.slice(-5), startOf('3m', NOW))).toHaveLength(5);
  expect([rangeOf('3m'), rangeOf('toString'), rangeOf(null)]).toEqual(['3m', '12m', '12m']);
});

test('a drawing keeps the first and the last of its points', () => {
  const some = thinned(points, 130);
  expect(some).toHaveLength(130);
  expect([some[0], some.at(-1)]).toEqual([points[0], points.at(-1)]);
  expect(thinned([1, 2], 130)).toEqual([1, 2]);
});

test('values begin at 100, and falls are measured from the high before them', () => {
  expect(rebased([50, 75, 40])).toEqual([100, 150, 80]);
  expect(rebased([])).toEqual([]);
  expect(fallsOf([100, 150, 75, 200])).toEqual([0, 0, 0.5, 0]);
});

test('what is compared with stands at its last value before each instant', () => {
  const known = [
    { at: 0, value: 1 },
    { at: 2 * DAY, value: 2 },
  ];
  // The end of a day and the close of a candle differ by a second.
  expect(valuesAt(known, [0, DAY, 2 * DAY - 1_000, 3 * DAY])).toEqual([1, 1, 2, 2]);
  expect(valuesAt(known, [-DAY])).toBeNull();
  expect(valuesAt([], [0])).toBeNull();
});
