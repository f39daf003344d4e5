import { expect, test } from 'vitest';
import { usdField } from './usdField';

const read = (typed: unknown, least?: bigint) => {
  const { success, data, error } = usdField('Not an amount', least).safeParse(typed);
  return success ? data : error?.issues.map(({ message }) => message);
};

test('an amount is read in cents, spaces around it aside, from the least that counts', () => {
  expect(read(' 1,234.56 ')).toBe(1_234_56n);
  expect(read('0.01')).toBe(1n);
  expect(read('0', 0n)).toBe(0n);
  expect(read('5', 500n)).toBe(500n);
});

test('what is none, or too little, is refused in the given words', () => {
  for (const typed of ['0', '', 'abc', '-1', undefined, 7]) expect(read(typed)).toEqual(['Not an amount']);
  expect(read('4.99', 500n)).toEqual(['Not an amount']);
});
