import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { inputsOf } from './inputs';
import { performanceOf } from './performance';

const navs = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 2, maxLength: 450 });

test('inputs give the figures that are shown beside them', () => {
  fc.assert(
    fc.property(navs, (values) => {
      const days = values.map((nav, day) => ({ at: (day + 1) * DAY - 1_000, nav }));
      const figures = performanceOf(days);
      const inputs = inputsOf(days);
      if (!inputs) throw new Error('no inputs');
      const { first, last, before, fall, underWater, daily, worstDay, worstWeek } = inputs;
      const change = (part: { from: { nav: number }; to: { nav: number } } | null) =>
        part && part.to.nav / part.from.nav - 1;
      expect(last.nav / first.nav - 1).toBe(figures.total);
      expect(before.month && last.nav / before.month.nav - 1).toBe(figures.last.month);
      expect(before.year && last.nav / before.year.nav - 1).toBe(figures.last.year);
      expect(fall ? 1 - fall.low.nav / fall.high.nav : 0).toBe(figures.maxDrawdown);
      expect(underWater ? (underWater.until - underWater.from) / DAY : 0).toBe(figures.longestUnderWater);
      expect(change(worstDay)).toBe(figures.worstDay);
      expect(change(worstWeek)).toBe(figures.worstWeek);
      const factor = figures.annualised ? Math.sqrt(365) : 1;
      if (figures.sharpe !== null) expect((daily.mean / daily.deviation) * factor).toBe(figures.sharpe);
      if (figures.sortino !== null) expect((daily.mean / daily.downside) * factor).toBe(figures.sortino);
    }),
    { numRuns: 60 },
  );
  expect(inputsOf([])).toBeNull();
});
