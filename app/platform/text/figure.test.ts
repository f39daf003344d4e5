import { expect, test } from 'vitest';
import { formatCount, formatNumber } from './figure';

test('a negative number has a real minus sign, unless it rounds to zero', () => {
  expect([1.256, -1.256, -0.001, 0].map((value) => formatNumber(value, 2))).toEqual(['1.26', '−1.26', '0.00', '0.00']);
});

test('a count has its unit, more than one of it unless it is one', () => {
  expect([0, 1, 2].map((days) => formatCount(days, 'day'))).toEqual(['0 days', '1 day', '2 days']);
});
