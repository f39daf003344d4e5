import { expect, test } from 'vitest';
import { UNITS_PER_WHOLE } from './numbers';
import { costText, priceText, sizeText } from './text';

test('sizes are written in units, without a sign and trailing zeros', () => {
  expect(
    [
      0n,
      UNITS_PER_WHOLE,
      -UNITS_PER_WHOLE / 2n,
      1_234n * UNITS_PER_WHOLE + UNITS_PER_WHOLE / 4n,
      1n,
      12_345_678n * UNITS_PER_WHOLE,
    ].map(sizeText),
  ).toEqual(['0', '1', '0.5', '1,234.25', '0.00000001', '12,345,678']);
});

test('prices are written with all decimals of their instrument', () => {
  expect(priceText(108_342n, { scale: 100_000n })).toBe('1.08342');
  expect(priceText(6_500_005n, { scale: 100n })).toBe('65,000.05');
  expect(priceText(39_000n, { scale: 1n })).toBe('39,000');
});

test('costs are written to the hundredth of a cent, rounded up, without trailing zeros', () => {
  expect([0n, 1n, 38_000_000n, 2_280_000n, 106_333_334n, 123_456n * UNITS_PER_WHOLE].map(costText)).toEqual([
    '$0.00',
    '$0.0001',
    '$0.38',
    '$0.0228',
    '$1.0634',
    '$123,456.00',
  ]);
});
