import { expect, test } from 'vitest';
import { sameDays } from './sameDays';

const copyOf = (results: number[], putIn = results.map(() => 1_000)) => ({
  results: results.map(BigInt),
  putIn: putIn.map(BigInt),
});

test.each([
  ['a copy that began two days ago', copyOf([-5, 3]), [0, -0.1, 0.2], [1_000, 995, 1_003], [1_000, 900, 1_200]],
  ['a leader without a day before the copy', copyOf([-5, 3]), [0, 0.2], [995, 1_003], [995, 1_194]],
  ['a copy that is older than its line', copyOf([-5, 3]), [0, 0.1, 0.2, 0.25, 0.5], [995, 1_003], [995, 1_194]],
  ['a copy that began today', copyOf([]), [0], [0], [0]],
  ['a leader with fewer days', copyOf([-5, 3]), [0.2], [1_003], [1_003]],
  ['money put in on the second day', copyOf([0, 8], [1_000, 1_500]), [0, 0.1], [1_000, 1_508], [1_000, 1_600]],
])('the worth of %s and of its leader on the same days', (_, copy, leader, own, shown) => {
  expect(sameDays(copy, leader)).toEqual({ own, leader: shown });
});
