import { expect, test } from 'vitest';
import { createSmallLine } from './smallLine';

test('a small line has one unit of width per value, and a height in proportion to the values', () => {
  expect(createSmallLine([0, 100, 50, 50])).toEqual({ path: 'M0 100l1-100 1 50 1 0', points: 4 });
});

test('the steps add up to the positions of the values, so rounding errors do not accumulate', () => {
  const values = Array.from({ length: 90 }, (_, day) => 10_000 + day / 7 + Math.sin(day) * 900);
  const { path } = createSmallLine(values, 10_000);
  const [first = 0, ...steps] = [...path.matchAll(/(?:^M0 |1 ?)(-?\d+)/g)].map(([, up]) => Number(up));
  const end = steps.reduce((sum, up) => sum + up, first);
  const alone = createSmallLine([Math.min(...values), Math.max(...values), values.at(-1) ?? 0], 10_000);
  expect(steps).toHaveLength(89);
  const [, low = 0, second = 0, third = 0] = /^M0 (\d+)l1 ?(-?\d+) 1 ?(-?\d+)/.exec(alone.path)?.map(Number) ?? [];
  expect(end).toBe(low + second + third);
});

test('the reference level is inside the picture, and a single value is a horizontal line', () => {
  expect(createSmallLine([100, 100], 0)).toEqual({ path: 'M0 0l1 0', points: 2, level: 100 });
  expect(createSmallLine([7], 0)).toMatchObject({ points: 1, path: expect.stringMatching(/^M0 \d+l1 0$/) });
});
