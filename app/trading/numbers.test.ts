import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPart,
  ceilDiv,
  closeResult,
  floorDiv,
  NO_PARTS,
  nearestDiv,
  notional,
  toCentsDown,
  toPrice,
  UNITS_PER_CENT,
  UNITS_PER_WHOLE,
} from './numbers';

const EURUSD = { scale: 100_000n, dollarBase: false };
const USDJPY = { scale: 1_000n, dollarBase: true };

const sizes = fc.bigInt({ min: 1n, max: 10n ** 14n });
const prices = fc.bigInt({ min: 1n, max: 10n ** 8n });
const quotings = fc.constantFrom(EURUSD, USDJPY, { scale: 1n, dollarBase: false });

describe('division', () => {
  test('rounds down, up, and to the nearest, on both sides of zero', () => {
    expect([7n, -7n, 6n, -6n].map((over) => floorDiv(over, 3n))).toEqual([2n, -3n, 2n, -2n]);
    expect([7n, -7n, 6n, -6n].map((over) => ceilDiv(over, 3n))).toEqual([3n, -2n, 2n, -2n]);
    expect([5n, -5n, 4n, -4n].map((over) => nearestDiv(over, 10n))).toEqual([1n, -1n, 0n, 0n]);
  });
});

describe('the result of a close', () => {
  test('of 10,000 euros is 10 dollars after 100 points', () => {
    const size = 10_000n * UNITS_PER_WHOLE;
    expect(toCentsDown(closeResult(size, size * 110_320n, 110_420n, EURUSD))).toBe(1_000n);
    expect(toCentsDown(closeResult(-size, size * 110_320n, 110_420n, EURUSD))).toBe(-1_000n);
  });

  test('is divided by the exit price where the dollar is the base', () => {
    // 10,000 dollars from 148.350 to 149.350 yen gain 10,000 yen, which are 66.956... dollars at 149.350.
    const size = 10_000n * UNITS_PER_WHOLE;
    expect(closeResult(size, size * 148_350n, 149_350n, USDJPY)).toBe(66_95681285n);
    expect(closeResult(-size, size * 148_350n, 149_350n, USDJPY)).toBe(-66_95681286n);
  });

  test('is never rounded in favour of the account', () => {
    fc.assert(
      fc.property(sizes, prices, prices, fc.boolean(), quotings, (size, entry, exit, long, quoting) => {
        const signed = long ? size : -size;
        const result = closeResult(signed, size * entry, exit, quoting);
        // Compares with the exact value as a fraction.
        const under = quoting.dollarBase ? exit : quoting.scale;
        const over = signed * (exit - entry);
        expect(result * under <= over && over < (result + 1n) * under).toBe(true);
        expect(toCentsDown(result) * UNITS_PER_CENT).toBeLessThanOrEqual(result);
      }),
    );
  });
});

describe('the worth of a size', () => {
  test('is the size where the dollar is the base, and otherwise the size times the price, rounded up', () => {
    expect(notional(-5n * UNITS_PER_WHOLE, 148_350n, USDJPY)).toBe(5n * UNITS_PER_WHOLE);
    expect(notional(5n * UNITS_PER_WHOLE, 110_320n, EURUSD)).toBe(5_51600000n);
    expect(notional(1n, 110_320n, EURUSD)).toBe(2n);
  });
});

describe('parts', () => {
  test('add up to the cents of the whole at every point', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })), (results) => {
        let parts = NO_PARTS;
        let sum = 0n;
        let posted = 0n;
        for (const result of results) {
          const added = addPart(parts, result);
          parts = added.parts;
          sum += result;
          posted += added.cents;
          expect(posted).toBe(toCentsDown(sum));
        }
      }),
    );
  });
});

test('a quoted price is an integer in units of its last decimal, however its double is rounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 5 }), (ticks, digits) => {
      const scale = 10n ** BigInt(digits);
      expect(toPrice(Number((ticks / Number(scale)).toFixed(digits)), { scale, dollarBase: false })).toBe(
        BigInt(ticks),
      );
    }),
  );
});
