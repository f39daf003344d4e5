import { expect, test } from 'vitest';
import { findBest } from './best';

test.each([
  [[3, 5, 1], 'most', [false, true, false]],
  [[3, 5, 1], 'least', [false, false, true]],
  [[5, 5, 1], 'most', [true, true, false]],
  [[null, -2, -7], 'most', [false, true, false]],
  [[4, 4, 4], 'most', [false, false, false]],
  [[null, 4], 'least', [false, false]],
  [[null, null], 'most', [false, false]],
] as const)('of %j the %s', (values, prefer, best) => {
  expect(findBest(values, prefer)).toEqual(best);
});
