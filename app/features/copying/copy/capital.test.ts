import { expect, test } from 'vitest';
import { computeCapital, computePartOfCapital } from './capital';

test.each([
  ['put in once', [1_000_00n], 1_000_00n],
  ['put in and taken back, as a stopped copy', [1_000_00n, -955_00n], 1_000_00n],
  ['topped up', [1_000_00n, 500_00n, -200_00n], 1_500_00n],
  ['taken out before more is put in', [1_000_00n, -800_00n, 500_00n], 1_000_00n],
  ['taken out with its gains', [1_000_00n, -1_800_00n, 500_00n], 1_000_00n],
  ['put in and taken out again and again', [1_000_00n, -500_00n, 500_00n, -500_00n, 500_00n, -970_00n], 1_000_00n],
  ['never there', [], 0n],
])(
  'the capital of a copy is the largest amount of its owner’s own money in it at one time: %s',
  (_, moved, capital) => {
    expect(computeCapital(moved)).toBe(capital);
  },
);

test('a part of the capital is rounded to the nearest basis point, and is null without any capital', () => {
  expect(computePartOfCapital(-45_00n, 1_000_00n)).toBe(-450);
  expect([computePartOfCapital(-4n, 1_000_00n), computePartOfCapital(-5n, 1_000_00n)]).toEqual([0, -1]);
  expect(computePartOfCapital(12_50n, 1_000_00n)).toBe(125);
  expect(computePartOfCapital(1n, 0n)).toBeNull();
});
