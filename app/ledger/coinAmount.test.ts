import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCoinAmount, writeCoinAmount } from './coinAmount';

test.each([
  ['0.0625', 6_250_000n],
  ['-1,250.5', -125_050_000_000n],
  ['3e-7', 30n],
  ['1.5E2', 15_000_000_000n],
  ['.5', 50_000_000n],
  ['+2.', 200_000_000n],
  ['0.123456789999', 12_345_678n],
  ['', null],
  ['.', null],
  ['1,25', null],
  ['12 BTC', null],
  ['0x10', null],
])('reads %j as an amount of a coin', (text, units) => {
  expect(readCoinAmount(text)).toBe(units);
});

test('reads what it wrote', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      (units) => readCoinAmount(writeCoinAmount(units)) === units,
    ),
  );
});
