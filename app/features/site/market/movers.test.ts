import { expect, test } from 'vitest';
import { rankMovers } from './movers';

const rows = (...days: (number | null)[]) => days.map((day) => ({ changes: { day } }));
const days = (list: { changes: { day: number | null } }[]) => list.map(({ changes }) => changes.day);

test('a riser is never listed as a loser, even if few fell', () => {
  const { risen, fallen } = rankMovers(rows(0.01, 0.03, -0.002, null, 0.02, 0.00001));
  expect(days(risen)).toEqual([0.03, 0.02, 0.01]);
  expect(days(fallen)).toEqual([-0.002]);
});

test('the largest moves come first, up to the limit', () => {
  const { risen, fallen } = rankMovers(rows(1, 2, 3, -1, -2, -3), 2);
  expect([days(risen), days(fallen)]).toEqual([
    [3, 2],
    [-3, -2],
  ]);
});
