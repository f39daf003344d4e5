import { expect, test } from 'vitest';
import { formatCoinAmount, formatReceived } from './coinAmountText';

test.each([
  [1_556_430n, 1_556_430n, '0.0155643 BTC'],
  [null, 1_556_430n, '0.0155643 BTC'],
  [1_556_430n, 1_500_000n, '0.015 BTC, 0.0005643 BTC less than asked'],
  [1_500_000n, 1_556_430n, '0.0155643 BTC, 0.0005643 BTC more than asked'],
  [1_500_000n, null, null],
])('requested %s and received %s: %s', (requested, received, words) => {
  expect(formatReceived('BTC', requested, received)).toBe(words);
});

test('the coin of a method is named without its network', () => {
  expect(formatCoinAmount('USDT-TRC20', 12_500_000_000n)).toBe('125 USDT');
});
