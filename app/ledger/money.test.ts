import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBps,
  formatSignedUsd,
  formatUsd,
  larger,
  MOST,
  parseUsd,
  plainUsd,
  shareOf,
  smaller,
  usdNumber,
} from './money';

const cents = fc.bigInt({ min: 0n, max: MOST });
const anyCents = fc.bigInt({ min: -MOST, max: MOST });

describe('what is written is read back to the cent', () => {
  test.each([
    ['plain', plainUsd],
    ['for people', formatUsd],
    ['without the sign', (value: bigint) => formatUsd(value).slice(1)],
    ['with blanks around it', (value: bigint) => `  ${formatUsd(value).replace('$', '$ ')}\n`],
  ])('%s', (_, write) => {
    fc.assert(fc.property(cents, (value) => parseUsd(write(value)) === value));
  });

  test('and what is read is what the digits say', () => {
    const amount = fc.tuple(fc.nat({ max: 9_999_999 }), fc.nat({ max: 99 }));
    fc.assert(
      fc.property(amount, ([whole, part]) => {
        expect(parseUsd(`${whole}.${String(part).padStart(2, '0')}`)).toBe(BigInt(whole) * 100n + BigInt(part));
        expect(parseUsd(String(whole))).toBe(BigInt(whole) * 100n);
      }),
    );
  });
});

describe('amounts that are read', () => {
  test.each([
    ['0', 0n],
    ['0.01', 1n],
    ['5.1', 510n],
    ['1234.5', 123_450n],
    ['1,234.50', 123_450n],
    ['$1,234.50', 123_450n],
    ['12,345,678.90', 1_234_567_890n],
    ['10000000000', MOST],
    ['$10,000,000,000.00', MOST],
  ])('%s', (text, value) => {
    expect(parseUsd(text)).toBe(value);
  });
});

describe('amounts that are refused', () => {
  test.each([
    ['', ' ', '\n', '$', '.', ',', '.5', '5.', '5..1', '1.2.3'],
    ['-1', '+1', '−1', '- 1', '(1)', '1-', '$-1', '-$1'],
    ['1e9', '1E9', '1e-2', '0x10', '0b1', '0o7', '1_000', '10n', 'NaN', 'Infinity', 'null', 'true', 'ten'],
    ['1.001', '1,000.999', '0.005', '1.000'],
    ['1,00', '10,00.00', '1,0000', ',100', '1,,000', '1,000,', '1000,000', '1.000,00', '1 000'],
    ['１２３', '١٢٣', '1２', '½', '1\u200b0', '1\u00a0000', '1\u0000', '€5', '£5', '$$5', '5$', '5 USD'],
    ['10000000000.01', '99999999999', '100000000000', `1${'0'.repeat(30)}`, '9'.repeat(400), '10,000,000,000.01'],
  ])('%s, %s, %s, ...', (...texts) => {
    for (const text of texts) expect(parseUsd(text), JSON.stringify(text)).toBeNull();
  });

  test('whatever is typed, the answer is an amount in range or nothing', () => {
    const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+$ 0-9.,eExX_]{0,20}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const value = parseUsd(text);
        expect(value === null || (value >= 0n && value <= MOST)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('how amounts look', () => {
  test.each([
    [0n, '$0.00', '$0.00', '0.00'],
    [5n, '$0.05', '+$0.05', '0.05'],
    [-5n, '−$0.05', '−$0.05', '-0.05'],
    [99_999n, '$999.99', '+$999.99', '999.99'],
    [100_000n, '$1,000.00', '+$1,000.00', '1000.00'],
    [-123_456_789n, '−$1,234,567.89', '−$1,234,567.89', '-1234567.89'],
  ])('%s cents', (value, shown, signed, plain) => {
    expect([formatUsd(value), formatSignedUsd(value), plainUsd(value)]).toEqual([shown, signed, plain]);
  });

  test('as a JSON number it has at most two decimals', () => {
    fc.assert(fc.property(anyCents, (value) => /^-?\d+(\.\d{1,2})?$/.test(JSON.stringify(usdNumber(value)))));
    fc.assert(fc.property(anyCents, (value) => BigInt(Math.round(usdNumber(value) * 100)) === value));
  });

  test.each([
    [2000, '20%'],
    [1250, '12.5%'],
    [1, '0.01%'],
    [0, '0%'],
    [10_000, '100%'],
  ])('%s basis points are %s', (bps, shown) => {
    expect(formatBps(bps)).toBe(shown);
  });
});

describe('arithmetic', () => {
  test('a share and the rest make the whole, and neither is more than it', () => {
    fc.assert(
      fc.property(cents, fc.nat({ max: 10_000 }), (value, bps) => {
        const share = shareOf(value, bps);
        expect(share >= 0n && share <= value).toBe(true);
        // Toward zero: no user is given a cent that the percentage does not cover.
        expect(share * 10_000n <= value * BigInt(bps) && (share + 1n) * 10_000n > value * BigInt(bps)).toBe(true);
      }),
    );
  });

  test('the larger and the smaller are the two', () => {
    fc.assert(
      fc.property(
        anyCents,
        anyCents,
        (a, b) => larger(a, b) + smaller(a, b) === a + b && larger(a, b) >= smaller(a, b),
      ),
    );
  });
});
