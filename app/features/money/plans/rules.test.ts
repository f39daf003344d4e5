import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCompleteDays, getDayEnd } from './internal/schedule';
import {
  computeAccrual,
  computeCommitmentLeft,
  computeEarnedAfter,
  computeMaxCoveredAmount,
  computePromisedReturn,
  findRangeProblem,
  getOfferKey,
} from './rules';

const START = new Date('2026-03-02T09:00:00Z');

const anyTerms = fc.record({
  principal: fc.bigInt({ min: 0n, max: 1_000_000_000_00n }),
  dailyBps: fc.integer({ min: 0, max: 20_000 }),
  days: fc.integer({ min: 1, max: 400 }),
});

describe('what a plan earns', () => {
  test.each([
    [500_00n, 2_000, 2, 200_00n],
    [5_000_00n, 3_500, 4, 7_000_00n],
    [100_000_00n, 8_000, 12, 960_000_00n],
    [5_000_000_00n, 10_000, 14, 70_000_000_00n],
    [1n, 1, 1, 0n],
  ])('%d cents at %d basis points a day for %d days', (principal, dailyBps, days, total) => {
    expect(computePromisedReturn({ principal, dailyBps, days })).toBe(total);
  });

  test('adds up, day by day, to exactly the promised return', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        let sum = 0n;
        for (let day = 1; day <= terms.days; day++) {
          const accrual = computeAccrual(terms, day);
          expect(accrual).toBeGreaterThanOrEqual(0n);
          sum += accrual;
          expect(computeEarnedAfter(terms, day)).toBe(sum);
        }
        expect(sum).toBe(computePromisedReturn(terms));
      }),
    );
  });

  test('differs between days by at most a cent', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const even = computePromisedReturn(terms) / BigInt(terms.days);
        for (let day = 1; day <= terms.days; day++) {
          expect([even, even + 1n]).toContain(computeAccrual(terms, day));
        }
      }),
    );
  });
});

describe('what the reserve can carry', () => {
  const anyOffer = fc.record({
    minimum: fc.constant(0n),
    maximum: fc.bigInt({ min: 0n, max: 5_000_000n }).map((dollars) => dollars * 100n),
    dailyBps: fc.integer({ min: 0, max: 20_000 }),
    days: fc.integer({ min: 1, max: 400 }),
  });

  test('is the largest whole-dollar amount whose return it holds', () => {
    fc.assert(
      fc.property(anyOffer, fc.bigInt({ min: -1n, max: 100_000_000_00n }), (offer, free) => {
        const maxAmount = computeMaxCoveredAmount(offer, free);
        const reserve = free < 0n ? 0n : free;
        expect(maxAmount % 100n).toBe(0n);
        expect(maxAmount).toBeLessThanOrEqual(offer.maximum);
        expect(computePromisedReturn({ ...offer, principal: maxAmount })).toBeLessThanOrEqual(reserve);
        if (maxAmount + 100n <= offer.maximum) {
          expect(computePromisedReturn({ ...offer, principal: maxAmount + 100n })).toBeGreaterThan(reserve);
        }
      }),
    );
    const whole = { minimum: 1_00n, maximum: 900_00n, dailyBps: 10_000, days: 1 };
    expect([99n, 1_00n, 1_99n].map((free) => computeMaxCoveredAmount(whole, free))).toEqual([0n, 1_00n, 1_00n]);
    expect(computeMaxCoveredAmount({ ...whole, dailyBps: 0 }, 0n)).toBe(900_00n);
  });
});

test('a range includes both its limits', () => {
  const gold = { minimum: 5_000_00n, maximum: 19_999_00n, dailyBps: 3_500, days: 4 };
  expect(findRangeProblem(gold, 4_999_99n)).toBe('Amount is lower than the Investment Range');
  expect(findRangeProblem(gold, 5_000_00n)).toBeNull();
  expect(findRangeProblem(gold, 19_999_00n)).toBeNull();
  expect(findRangeProblem(gold, 19_999_01n)).toBe('Amount is higher than the Investment Range');
});

describe('a day of an investment', () => {
  const opened = { openedAt: START, days: 10 };

  test('ends exactly 24 hours after the previous one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), (day) => {
        const end = getDayEnd(opened, day);
        expect(countCompleteDays(opened, end)).toBe(day);
        expect(countCompleteDays(opened, new Date(end.getTime() - 1))).toBe(day - 1);
      }),
    );
  });

  test('is never before the first or after the last', () => {
    expect(countCompleteDays(opened, new Date(0))).toBe(0);
    expect(countCompleteDays(opened, new Date('2100-01-01'))).toBe(10);
  });
});

test('the rest of a share of the reserve is between zero and the share', () => {
  expect(computeCommitmentLeft({ whole: 999n, owed: 0n, shareBps: 1_000 })).toBe(99n);
  expect(computeCommitmentLeft({ whole: 1_000n, owed: 100n, shareBps: 1_000 })).toBe(0n);
  expect(computeCommitmentLeft({ whole: 1_000n, owed: 101n, shareBps: 1_000 })).toBe(0n);
  expect(computeCommitmentLeft({ whole: 1_000n, owed: 0n, shareBps: 0 })).toBe(0n);
});

test('terms in words', () => {
  expect(getOfferKey({ dailyBps: 3_500, days: 4 })).toBe('3500/4');
});
