import { expect, test } from 'vitest';
import { readCoinAmount } from './coinAmount';
import { coinField } from './coinField';

test('an amount of a coin is above zero, and at most what a column can store', () => {
  expect(['0.0155643', '1,250.5', '90000000'].map(readCoinAmount)).toEqual([
    1_556_430n,
    125_050_000_000n,
    9_000_000_000_000_000n,
  ]);
  for (const text of ['', '0', '-1', 'hello', '0.000000001', '90071993', '1,250'])
    expect(readCoinAmount(text)).toBeNull();
});

test.each([
  ['', 'Enter what arrived'],
  ['BTC', 'Enter what arrived. Enter the amount in digits, as in 1250.5.'],
  ['0', 'Enter more than 0.'],
  ['1,250', 'This can mean thousands or decimals. Remove the commas between thousands, as in 1250.5.'],
  ['0,062', 'Use a point before decimals and commas between thousands, as in 1250.5.'],
  ['12 BTC', 'Enter the amount in digits, as in 1250.5.'],
  ['90071993', 'The most is 90071992.54740991.'],
])('%j is refused with its reason', (input, message) => {
  expect(coinField('Enter what arrived').safeParse(input).error?.issues).toMatchObject([{ message }]);
});
