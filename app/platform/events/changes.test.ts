import { expect, test } from 'vitest';
import { describeDifferences } from './changes';

test('only differences are listed, from before to after', () => {
  const before = { name: 'gold', minimum: '$5.00', address: '' };
  expect(describeDifferences(before, { name: 'gold', minimum: '$6.00', address: 'x' })).toEqual({
    minimum: '$5.00 → $6.00',
    address: 'nothing → x',
  });
  expect(describeDifferences(before, before)).toEqual({});
});
