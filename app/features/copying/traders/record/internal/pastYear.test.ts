import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBps } from '~/platform/text/percent';
import { calculateDrawdown } from '~/trading/figures/performance';
import { computePastYear } from './pastYear';

const DAY = 86_400_000;
const END = Date.UTC(2026, 10, 21, 23, 59, 59);

const daysOf = (values: number[]) => values.map((nav, index) => ({ at: END - (values.length - 1 - index) * DAY, nav }));

test('returns the best and worst month and the largest fall of a dollar invested a year ago', () => {
  // 400 days: the first 35 lie before the year, which begins at 2.
  const values = Array.from({ length: 400 }, (_, day) => {
    if (day < 34) return 1;
    if (day < 200) return 2;
    if (day < 210) return 3;
    return day < 300 ? 1.5 : 2.2;
  });
  const past = computePastYear(daysOf(values));
  expect(past).toMatchObject({ days: 365, from: new Date(END - 365 * DAY) });
  expect(past?.totalBps).toBe(1_000);
  // From 3 to 1.5: half of the high, and three quarters of what was put in.
  expect(past?.fall).toEqual({ bps: 7_500, ofHighBps: 5_000 });
  expect(past?.best).toEqual({ month: 'August 2026', bps: 3_500 });
  expect(past?.worst).toEqual({ month: 'May 2026', bps: -2_500 });
});

test('returns nothing for a single month or an empty record', () => {
  expect(computePastYear([])).toBeNull();
  expect(computePastYear(daysOf(Array.from({ length: 20 }, () => 1)))).toBeNull();
});

test('the result and the largest fall equal those that all pages compute for any year', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 40, maxLength: 500 }),
      (values) => {
        const past = computePastYear(daysOf(values));
        const inYear = values.slice(-366);
        const first = inYear[0] ?? 1;
        expect(past?.fall.ofHighBps).toBe(toBps(calculateDrawdown(daysOf(inYear))));
        expect(past?.fall.bps).toBeLessThanOrEqual((Math.max(...inYear) / first) * 10_000);
        expect((past?.best.bps ?? 0) >= (past?.worst.bps ?? 0)).toBe(true);
        expect(past?.totalBps).toBe(toBps((inYear.at(-1) ?? 1) / first - 1));
      },
    ),
    { numRuns: 50 },
  );
});
