import { expect, test } from 'vitest';
import { sameDays } from './sameDays';

test.each([
  ['a copy that began two days ago', [-5, 3, 4], [0, -0.1, 0.2], [0, -5, 3], [0, -0.1, 0.2]],
  ['a leader without a day before the copy', [-5, 3, 4], [0, 0.2], [-5, 3], [0, 0.2]],
  ['a copy that is older than its line', [-5, 3, 4], [0, 0.1, 0.2, 0.3, 0.4], [-5, 3], [0.3, 0.4]],
  ['a copy that began today', [4], [0], [0], [0]],
  ['a leader with fewer days', [-5, 3, 4], [0.2], [3], [0.2]],
])('the same days of %s and of the other', (_, line, leader, own, shown) => {
  expect(sameDays(line, leader)).toEqual({ own, leader: shown });
});
