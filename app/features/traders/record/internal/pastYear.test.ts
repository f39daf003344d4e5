import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastYearOf } from './pastYear';

const DAY = 86_400_000;
const END = Date.UTC(2026, 10, 21, 23, 59, 59);

/** Days up to `END`, one value each. */
const daysOf = (values: number[]) => values.map((nav, index) => ({ at: END - (values.length - 1 - index) * DAY, nav }));

test('tells best and worst month and the deepest fall of a dollar put in a year ago', () => {
  // 400 days: the first 35 lie before the year, which begins at 2.
  const values = Array.from({ length: 400 }, (_, day) => {
    if (day < 34) return 1;
    if (day < 200) return 2;
    if (day < 210) return 3;
    return day < 300 ? 1.5 : 2.2;
  });
  const past = pastYearOf(daysOf(values));
  expect(past).toMatchObject({ days: 365, from: new Date(END - 365 * DAY) });
  expect(past?.total).toBeCloseTo(0.1);
  expect(past?.fall).toBeCloseTo(0.75);
  expect(past?.worst.part).toBeLessThan(0);
});

test('has nothing to say of a month or of nothing', () => {
  expect(pastYearOf([])).toBeNull();
  expect(pastYearOf(daysOf(Array.from({ length: 20 }, () => 1)))).toBeNull();
});

test('the months add up to the result, and no fall is deeper than from a high to nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 40, maxLength: 500 }),
      (values) => {
        const past = pastYearOf(daysOf(values));
        const inYear = values.slice(-366);
        const first = inYear[0] ?? 1;
        expect(past?.fall).toBeGreaterThanOrEqual(0);
        expect(past?.fall).toBeLessThan(Math.max(...inYear) / first);
        expect((past?.best.part ?? 0) >= (past?.worst.part ?? 0)).toBe(true);
        expect(past?.total).toBeGreaterThan(-1);
      },
    ),
    { numRuns: 50 },
  );
});
