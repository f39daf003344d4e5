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
  for (const typed of ['', undefined, 7]) expect(read(typed)).toEqual(['Not an amount']);
});

test.each([
  ['0', 'Enter at least $0.01.'],
  ['-1', 'Leave out the sign.'],
  ['+12.50', 'Leave out the sign.'],
  ['−1,234.50', 'Leave out the sign.'],
  ['$-5', 'Leave out the sign.'],
  ['12.345', 'Use two decimals at most, as in 12.34.'],
  ['1,234.567', 'Use two decimals at most, as in 12.34.'],
  ['10000000000.01', 'The most is $10,000,000,000.00.'],
  ['999999999999', 'The most is $10,000,000,000.00.'],
  ['12,50', 'Enter dollars and cents, as in 1,234.50.'],
  ['1e3', 'Enter dollars and cents, as in 1,234.50.'],
  ['abc', 'Enter dollars and cents, as in 1,234.50.'],
])('%s is refused with what to type instead', (typed, help) => {
  expect(read(typed)).toEqual([`Not an amount. ${help}`]);
});

test('less than the least is told what that is', () => {
  expect(read('4.99', 500n)).toEqual(['Not an amount. Enter at least $5.00.']);
});
