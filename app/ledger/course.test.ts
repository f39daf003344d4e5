import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { extended, type Stretch } from './course';

const stretches = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 3_000 * DAY }),
    funded: fc.bigInt({ min: -1_000n, max: 1_000n }),
    totalDeposit: fc.bigInt({ min: 0n, max: 9n }),
    totalWithdraw: fc.bigInt({ min: 0n, max: 9n }),
  }),
  { maxLength: 500 },
);

const NAMES = ['funded', 'totalDeposit', 'totalWithdraw'] as const;
const upTo = (course: readonly Stretch[], at: number) =>
  NAMES.map((name) => course.filter((each) => each.at <= at).reduce((sum, each) => sum + each[name], 0n));

test('a course grows the same in any order, stays short, and is right at the end of each of its stretches', () => {
  fc.assert(
    fc.property(stretches, fc.nat({ max: 500 }), (all, cut) => {
      const course = extended(extended([], all.slice(cut)), all.slice(0, cut));
      expect(course.length).toBeLessThanOrEqual(150);
      for (const [place, { at }] of course.entries()) {
        expect(at).toBeGreaterThan(course[place - 1]?.at ?? -1);
        expect(upTo(course, at)).toEqual(upTo(all, at));
      }
      const newest = Math.max(...all.map(({ at }) => at));
      const lastMonth = new Set(all.filter(({ at }) => at > newest - 30 * DAY).map(({ at }) => Math.floor(at / DAY)));
      const there = new Set(course.map(({ at }) => Math.floor(at / DAY)));
      expect([...lastMonth].every((day) => there.has(day))).toBe(true);
    }),
  );
});
