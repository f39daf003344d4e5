import { expect, test } from 'vitest';
import { computeFalls, findRecordRange, findValuesAt, rebase, sampleIndexes, selectPoints } from './chart';

const DAY = 86_400_000;
const END = Date.parse('2026-03-30T23:59:59Z');
const points = Array.from({ length: 400 }, (_, index) => ({ at: END - (399 - index) * DAY, nav: index + 1 }));

test('a range covers the given number of days before the last day of the record, or all of it', () => {
  expect(selectPoints(points, '1m')).toHaveLength(31);
  expect(selectPoints(points, '12m')[0]?.nav).toBe(35);
  expect(selectPoints(points, 'all')).toHaveLength(400);
  expect(selectPoints(points.slice(-5), '3m')).toHaveLength(5);
  expect([findRecordRange('3m'), findRecordRange('toString'), findRecordRange(null)]).toEqual(['3m', '12m', '12m']);
});

test('a drawing keeps the first, last and lowest of its points, in order', () => {
  for (const deepest of [0, 1, 57, 200, 397, 399]) {
    const some = sampleIndexes(400, 130, deepest);
    expect([some.length, some[0], some.at(-1)]).toEqual([130, 0, 399]);
    if (deepest > 1 && deepest < 397) expect(some).toContain(deepest);
    expect([...some].sort((a, b) => a - b)).toEqual(some);
  }
  expect(sampleIndexes(2, 130, 1)).toEqual([0, 1]);
});

test('values begin at 100, and falls are measured from the previous high', () => {
  expect(rebase([50, 75, 40])).toEqual([100, 150, 80]);
  expect(rebase([])).toEqual([]);
  expect(computeFalls([100, 150, 75, 200])).toEqual([0, 0, 5_000, 0]);
});

test('the compared series has its last value before each instant', () => {
  const known = [
    { at: 0, value: 1 },
    { at: 2 * DAY, value: 2 },
  ];
  // The end of a day and the close of a candle differ by a second.
  expect(findValuesAt(known, [0, DAY, 2 * DAY - 1_000, 3 * DAY])).toEqual([1, 1, 2, 2]);
  expect(findValuesAt(known, [-DAY])).toBeNull();
  expect(findValuesAt([], [0])).toBeNull();
});
