import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireContract } from './contracts';
import { parsePrice, parseSize, plainPrice, plainSize } from './decimals';
import { priceText } from './text';

const EURUSD = requireContract('EURUSD');

test.each([
  ['0', 0n],
  ['1', 10n ** 8n],
  [' 0.00000001 ', 1n],
  ['0.000000001', null],
  ['999999999999', 999_999_999_999n * 10n ** 8n],
  ['1e30', null],
  ['1000000000000', null],
  ['-1', null],
  ['+1', null],
  ['0x10', null],
  ['1,5', null],
  ['0,500', null],
  ['1,250', null],
  ['1,250.5', 125_050_000_000n],
  ['.5', null],
  ['', null],
  ['NaN', null],
  ['Infinity', null],
])('a size of %s is %s in the smallest unit', (text, size) => {
  expect(parseSize(text)).toBe(size);
});

test('a price has at most the decimals of its instrument', () => {
  expect(parsePrice('1.1', EURUSD)).toBe(110_000n);
  expect(parsePrice('1.10321', EURUSD)).toBe(110_321n);
  expect(parsePrice('1.103214', EURUSD)).toBeNull();
  expect(plainPrice(110_000n, EURUSD)).toBe('1.10000');
});

test('a formatted value is parsed to the same value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), (value) => {
      expect(parseSize(plainSize(value))).toBe(value);
      const price = value % 10n ** 12n;
      for (const contract of ['EURUSD', 'USDJPY', 'BTCUSD', 'AAPL'].map(requireContract)) {
        expect(parsePrice(plainPrice(price, contract), contract)).toBe(price);
        expect(parsePrice(priceText(price, contract), contract)).toBe(price);
      }
    }),
  );
});
