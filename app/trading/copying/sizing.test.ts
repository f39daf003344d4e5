import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Account, apply, calculateEntryPrice, EMPTY_ACCOUNT } from '../accounts/account';
import { calculateEquity, hasMargin, type MidPriceOf } from '../accounts/margin';
import { calculateExposure } from '../accounts/position';
import { requireContract } from '../contracts';
import { abs, notional, UNITS_PER_WHOLE } from '../numbers';
import { recordFlow } from '../orders/place';
import { type OpeningOrder, scaleSize, sizeOpening, sizeReducing, splitOrder } from './sizing';

const gold = requireContract('XAUUSD');
const mids: MidPriceOf = () => 200_000n;
const put = (cents: bigint): Account => recordFlow(EMPTY_ACCOUNT, cents, 'investor', 0, 0n).account;

/** A leader with $100,000 buys 10 ounces at 2,000.20. */
const opening: OpeningOrder = {
  contract: gold,
  size: 10n * UNITS_PER_WHOLE,
  price: 200_020n,
  leverage: 1n,
  leaderEquity: 10_000_000n,
  copyEquity: 1_000_000n,
  cap: null,
  paused: false,
  spreadRoom: null,
};
const sized = (change: Partial<OpeningOrder>, cents = 1_000_000n) =>
  sizeOpening(put(cents), { ...opening, ...change }, mids, 0);

describe('an opening or adding order', () => {
  test("is copied at the leader's size x the copy's equity / the leader's, never rounded up", () => {
    expect(sized({})).toEqual({ size: UNITS_PER_WHOLE, wanted: UNITS_PER_WHOLE, skipped: null, cut: null });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.constantFrom(1n, -1n),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        (size, side, copy, leader) => {
          const result = abs(scaleSize(side * size, copy, leader));
          expect(result * leader <= size * copy && (result + 1n) * leader > size * copy).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['paused', { paused: true }],
    ['no-equity', { copyEquity: 0n }],
    ['no-equity', { leaderEquity: -5n }],
    // 1.5% of 2,000.20 is 30.003, but the price has moved by 30.80.
    ['slippage', { price: 196_940n }],
    ['slippage', { price: 203_100n }],
    ['too-small', { size: UNITS_PER_WHOLE / 250n }],
    ['cap', { cap: [0n, 100n] as const }],
  ])('is skipped: %s', (skipped, change) => {
    expect(sized(change)).toMatchObject({ size: 0n, skipped });
  });

  test('has no slippage when an existing position is taken over', () => {
    expect(sized({ price: 100_000n, takingOver: true })).toMatchObject({ size: UNITS_PER_WHOLE, skipped: null });
  });

  test('is cut to the limit, including the held position', () => {
    expect(sized({ cap: [10n, 100n] })).toMatchObject({ size: UNITS_PER_WHOLE / 2n, cut: 'cap' });
    const entry = calculateEntryPrice({
      at: 0,
      kind: 'market',
      by: 'engine',
      equityBefore: 0n,
      id: gold.id,
      size: UNITS_PER_WHOLE / 4n,
      price: 200_020n,
    });
    const holding = apply(put(1_000_000n), entry).account;
    const { size } = sizeOpening(holding, { ...opening, cap: [10n, 100n] }, mids, 0);
    const position = apply(holding, { ...entry, size }).account.positions.XAUUSD;
    expect(calculateExposure(position as never, 200_000n)).toBeLessThanOrEqual(
      calculateEquity(holding, mids) / 10n + 1n,
    );
    expect(size).toBeGreaterThan(UNITS_PER_WHOLE / 5n);
  });

  test('is cut to the margin, or skipped without margin', () => {
    const cut = sized({ size: 80n * UNITS_PER_WHOLE });
    expect(cut).toMatchObject({ wanted: 8n * UNITS_PER_WHOLE, cut: 'margin' });
    expect(
      hasMargin(
        put(1_000_000n),
        calculateEntryPrice({
          at: 0,
          kind: 'market',
          by: 'engine',
          equityBefore: 0n,
          id: gold.id,
          size: cut.size,
          price: 200_020n,
        }),
        mids,
      ),
    ).toBe(true);
    expect(notional(cut.size, 200_000n, gold)).toBeGreaterThan(9_900n * UNITS_PER_WHOLE);
    expect(sized({}, 50n)).toMatchObject({ size: 0n, skipped: 'margin' });
  });
});

describe('a reducing or closing order', () => {
  test("closes the same fraction of the copy's position as of the leader's", () => {
    expect(sizeReducing(9n, 1n, 2n)).toMatchObject({ size: -4n });
    expect(sizeReducing(-9n, 2n, 2n)).toMatchObject({ size: 9n });
    expect(sizeReducing(0n, 1n, 2n)).toMatchObject({ size: 0n, skipped: 'nothing-held' });
  });

  test('ends flat when the leader is flat, whatever happened before', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1 });
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 10n }), (reductions, held) => {
        let leader = reductions.reduce((sum, part) => sum + part, 0n);
        let copy = held;
        for (const part of reductions) {
          copy += sizeReducing(copy, part, leader).size;
          leader -= part;
          expect(copy >= 0n).toBe(true);
        }
        expect([leader, copy]).toEqual([0n, 0n]);
      }),
    );
  });

  test('closes a position and opens the opposite one if it passes through zero', () => {
    expect(splitOrder(5n, -8n)).toEqual({ reduces: -5n, opens: -3n });
    expect(splitOrder(-5n, 3n)).toEqual({ reduces: 3n, opens: 0n });
    expect(splitOrder(5n, 3n)).toEqual({ reduces: 0n, opens: 3n });
    expect(splitOrder(0n, -3n)).toEqual({ reduces: 0n, opens: -3n });
  });
});
