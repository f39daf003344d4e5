import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DOLLAR_FORMAT, parseAmount } from '~/platform/text/amount';
import {
  calculateShare,
  formatBps,
  formatPlainUsd,
  formatShortUsd,
  formatSignedUsd,
  formatUsd,
  larger,
  smaller,
  toUsdNumber,
} from './money';
import { MAX_AMOUNT_CENTS, parseUsd } from './parseUsd';

const cents = fc.bigInt({ min: 0n, max: MAX_AMOUNT_CENTS });
const anyCents = fc.bigInt({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS });

test.each([
  ['plain', formatPlainUsd],
  ['for people', formatUsd],
  ['for limits', formatShortUsd],
  ['with its unit', (value: bigint) => ` ${formatUsd(value).replace('$', '$ ')} USD\n`],
])('an amount rendered %s is parsed to the same cents', (_, render) => {
  fc.assert(fc.property(cents, (value) => parseUsd(render(value)) === value));
});

test('an amount rendered with a sign is parsed to the same cents where signs are accepted', () => {
  const format = { ...DOLLAR_FORMAT, signed: true };
  for (const render of [formatSignedUsd, formatPlainUsd]) {
    fc.assert(
      fc.property(anyCents, (value) => {
        expect(parseAmount(render(value), format)).toEqual({ ok: true, value });
      }),
    );
  }
});

describe('formatting of amounts', () => {
  test.each([
    [0n, '$0.00', '$0.00', '0.00'],
    [5n, '$0.05', '+$0.05', '0.05'],
    [-5n, '−$0.05', '−$0.05', '-0.05'],
    [99_999n, '$999.99', '+$999.99', '999.99'],
    [100_000n, '$1,000.00', '+$1,000.00', '1000.00'],
    [-123_456_789n, '−$1,234,567.89', '−$1,234,567.89', '-1234567.89'],
  ])('%s cents', (value, shown, signed, plain) => {
    expect([formatUsd(value), formatSignedUsd(value), formatPlainUsd(value)]).toEqual([shown, signed, plain]);
  });

  test('a JSON number has at most two decimals', () => {
    fc.assert(fc.property(anyCents, (value) => /^-?\d+(\.\d{1,2})?$/.test(JSON.stringify(toUsdNumber(value)))));
    fc.assert(fc.property(anyCents, (value) => BigInt(Math.round(toUsdNumber(value) * 100)) === value));
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
  test('a share and the rest add up to the whole, and neither exceeds it', () => {
    fc.assert(
      fc.property(cents, fc.nat({ max: 10_000 }), (value, bps) => {
        const share = calculateShare(value, bps);
        expect(share >= 0n && share <= value).toBe(true);
        // Toward zero: no user is given a cent that the percentage does not cover.
        expect(share * 10_000n <= value * BigInt(bps) && (share + 1n) * 10_000n > value * BigInt(bps)).toBe(true);
      }),
    );
  });

  test('min and max return the smaller and the larger', () => {
    fc.assert(
      fc.property(
        anyCents,
        anyCents,
        (a, b) => larger(a, b) + smaller(a, b) === a + b && larger(a, b) >= smaller(a, b),
      ),
    );
  });
});
