import { expect, test } from 'vitest';
import { figure } from './figure';

test('a number has a real minus sign, and none where it rounds to zero', () => {
  expect([1.256, -1.256, -0.001, 0].map((value) => figure(value, 2))).toEqual(['1.26', '−1.26', '0.00', '0.00']);
});
