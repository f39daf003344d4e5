import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateShareBps, percentText, signedPercentText, toBps } from './percent';
import { distributeBps } from './percentParts';

test('a part is rounded to the nearest basis point, halves away from zero, and never to minus zero', () => {
  expect([0.20164, 0.20165, -0.20164, -0.00005, -0.00001].map(toBps)).toEqual([2016, 2017, -2016, -1, 0]);
  expect([
    calculateShareBps(1n, 3n),
    calculateShareBps(-2n, 3n),
    calculateShareBps(1, 20_000),
    calculateShareBps(-1, 30_000),
  ]).toEqual([3333, -6667, 1, 0]);
});

test('both ways of rounding agree, and opposite parts round to opposite values', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 4_096 }), (over, under) => {
      expect(Math.abs(calculateShareBps(over, under) - (over / under) * 10_000)).toBeLessThanOrEqual(0.5);
      expect(toBps(over / 4_096)).toBe(calculateShareBps(over, 4_096));
      expect(calculateShareBps(-over, under) + calculateShareBps(over, under)).toBe(0);
    }),
  );
});

test('the parts of a whole add up to all of it, each within a basis point of its exact value', () => {
  expect(distributeBps([1n, 1n, 1n])).toEqual([3334, 3333, 3333]);
  expect([distributeBps([]), distributeBps([0n, 0n])]).toEqual([[], [0, 0]]);
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 12 }), (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0n);
      fc.pre(whole > 0n);
      const bps = distributeBps(parts);
      expect(bps.reduce((sum, each) => sum + each, 0)).toBe(10_000);
      bps.forEach((each, index) => {
        const off = BigInt(each) * whole - (parts[index] as bigint) * 10_000n;
        expect(off > -whole && off < whole).toBe(true);
      });
    }),
  );
});

test('a percentage has two decimals, groups of thousands and a real minus sign', () => {
  expect([0, 5, 2000, -123_456, 12_345_678].map(percentText)).toEqual([
    '0.00%',
    '0.05%',
    '20.00%',
    '−1,234.56%',
    '123,456.78%',
  ]);
  expect([0, 5, -5].map(signedPercentText)).toEqual(['0.00%', '+0.05%', '−0.05%']);
});
