import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { type BalanceChangeSums, extendHistory, RANGE_AMOUNTS } from './balanceHistory';

const ranges = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 3_000 * DAY }),
    funded: fc.bigInt({ min: -1_000n, max: 1_000n }),
    totalDeposit: fc.bigInt({ min: 0n, max: 9n }),
    totalWithdraw: fc.bigInt({ min: 0n, max: 9n }),
    putIn: fc.bigInt({ min: 0n, max: 9n }),
    withdrawn: fc.bigInt({ min: 0n, max: 9n }),
    invested: fc.bigInt({ min: 0n, max: 9n }),
  }),
  { maxLength: 500 },
);

const upTo = (history: readonly BalanceChangeSums[], at: number) =>
  RANGE_AMOUNTS.map((name) => history.filter((each) => each.at <= at).reduce((sum, each) => sum + each[name], 0n));

test('a history is the same in any order of growth, stays short, and is right at the end of each interval', () => {
  fc.assert(
    fc.property(ranges, fc.nat({ max: 500 }), (all, cut) => {
      const history = extendHistory(extendHistory([], all.slice(cut)), all.slice(0, cut));
      expect(history.length).toBeLessThanOrEqual(150);
      for (const [place, { at }] of history.entries()) {
        expect(at).toBeGreaterThan(history[place - 1]?.at ?? -1);
        expect(upTo(history, at)).toEqual(upTo(all, at));
      }
      const newest = Math.max(...all.map(({ at }) => at));
      const lastMonth = new Set(all.filter(({ at }) => at > newest - 30 * DAY).map(({ at }) => Math.floor(at / DAY)));
      const there = new Set(history.map(({ at }) => Math.floor(at / DAY)));
      expect([...lastMonth].every((day) => there.has(day))).toBe(true);
    }),
  );
});

const day = (number: number, hour = 0): BalanceChangeSums => ({
  at: number * DAY + (hour * DAY) / 24,
  funded: 1n,
  totalDeposit: 2n,
  totalWithdraw: 3n,
  putIn: 0n,
  withdrawn: 0n,
  invested: 0n,
});

test('a short history keeps each moment, a long one the last month by day and older times by more days', () => {
  const short = Array.from({ length: 150 }, (_, place) => day(1_000 + place, 5));
  expect(extendHistory([], short)).toEqual(short);
  // Twice a day for 200 days: the last 32 days are separate, older ones are merged by two days.
  const long = Array.from({ length: 400 }, (_, place) => day(1_000 + Math.floor(place / 2), place % 2 ? 18 : 6));
  const history = extendHistory([], long);
  const [older, recent] = [history.filter(({ at }) => at < 1_168 * DAY), history.filter(({ at }) => at >= 1_168 * DAY)];
  expect(recent.map(({ at }) => at)).toEqual(Array.from({ length: 32 }, (_, place) => day(1_168 + place, 18).at));
  expect(older.map(({ at }) => at)).toEqual(Array.from({ length: 84 }, (_, place) => day(1_001 + 2 * place, 18).at));
  expect(older[0]).toEqual({ ...day(1_001, 18), funded: 4n, totalDeposit: 8n, totalWithdraw: 12n });
  expect(recent[0]).toEqual({ ...day(1_168, 18), funded: 2n, totalDeposit: 4n, totalWithdraw: 6n });
});

test('simultaneous moments are one interval', () => {
  expect(extendHistory([day(3)], [day(3), day(4)])).toEqual([
    { ...day(3), funded: 2n, totalDeposit: 4n, totalWithdraw: 6n },
    day(4),
  ]);
});

test('the first day of the last month is separate from the one before it', () => {
  for (const first of [1_000, 1_001]) {
    const history = extendHistory(
      [],
      Array.from({ length: 400 }, (_, place) => day(first + place)),
    );
    const newest = first + 399;
    const recent = history.map(({ at }) => at / DAY).filter((at) => at >= newest - 31);
    expect(recent).toEqual(Array.from({ length: 32 }, (_, place) => newest - 31 + place));
    expect(history.filter(({ at }) => at >= (newest - 31) * DAY).every(({ funded }) => funded === 1n)).toBe(true);
  }
});
