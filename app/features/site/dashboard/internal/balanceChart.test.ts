import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BalanceChangeSums } from '~/ledger/reading/balanceHistory';
import {
  BALANCE_RANGES,
  type ChartChoice,
  computeBalancePoints,
  computeChange,
  listBalanceMarks,
  packPoints,
  parseChartChoice,
  summarizeBalance,
  unpackPoints,
} from './balanceChart';

const START = Date.UTC(2026, 2, 2, 9);
const NOTHING = { funded: 0n, totalDeposit: 0n, totalWithdraw: 0n, putIn: 0n, withdrawn: 0n, invested: 0n };
const interval = (minutes: number, funded: bigint): BalanceChangeSums => ({
  ...NOTHING,
  at: START + minutes * 60_000,
  funded,
});
const minute = (minutes: number) => new Date(START + minutes * 60_000);

describe('the points of a balance chart', () => {
  test('are the moments that changed it, and now', () => {
    const points = computeBalancePoints([interval(0, 100n), interval(5, 100n)], minute(60));
    expect(points.map(({ at, value }) => [+at - START, value])).toEqual([
      [0, 100],
      [300_000, 200],
      [3_600_000, 200],
    ]);
  });

  test('of a range start with the balance at its first instant, including what arrived then', () => {
    const now = minute(0);
    const from = -30 * 24 * 60;
    const course = [
      { ...interval(from - 1, 100n), putIn: 50n },
      { ...interval(from, 20n), putIn: 15n },
      { ...interval(from + 1, 3n), putIn: 3n },
    ];
    const [range] = BALANCE_RANGES;
    expect(computeBalancePoints(course, now, { range, show: 'balance' })).toEqual([
      { at: minute(from), value: 120 },
      { at: minute(from + 1), value: 123 },
      { at: now, value: 123 },
    ]);
    expect(listBalanceMarks(course, now, { range, show: 'balance' })).toEqual([
      { at: minute(from + 1), kind: 'in', amount: 3n },
    ]);
    // The percentage refers to the balance at the first instant, without later additions.
    const gain = [...course, { ...interval(from + 2, 12n) }];
    expect(computeChange(gain, now, { range })).toEqual({ profit: 12n, bps: 976 });
  });

  test('are none before anything happened', () => {
    expect(computeBalancePoints([], minute(0))).toEqual([]);
    expect(unpackPoints(packPoints([]))).toEqual([]);
  });

  test('are all moments up to ninety, then the last of each day, and of each two days', () => {
    const now = minute(0);
    const days = (count: number) =>
      Array.from({ length: count }, (_, place) => interval((place - count) * 720 + 60, 1n));
    expect(computeBalancePoints(days(89), now)).toHaveLength(90);
    const halves = computeBalancePoints(days(90), now);
    expect(halves.map(({ value }) => value)).toEqual([...Array.from({ length: 45 }, (_, day) => 2 * day + 2), 90]);
    expect(new Set(halves.map(({ at }) => Math.floor(+at / 86_400_000))).size).toBe(halves.length);
    const twoDays = computeBalancePoints(days(300), now);
    expect(new Set(twoDays.map(({ at }) => Math.floor(+at / (2 * 86_400_000)))).size).toBe(twoDays.length);
    expect(twoDays.length).toBeGreaterThan(70);
  });

  test('are described in words that include the omitted ones', () => {
    const now = minute(0);
    // Each day has a high and a low, but the chart shows only the end of each day.
    const course = Array.from({ length: 200 }, (_, day) => [
      interval((day - 200) * 1440, 100n),
      interval((day - 200) * 1440 + 300, day === 77 ? 90_000n : 50n),
      interval((day - 200) * 1440 + 600, day === 77 ? -90_000n : -50n),
    ]).flat();
    const rendered = computeBalancePoints(course, now).map(({ value }) => value);
    expect(summarizeBalance(course, now, parseChartChoice(new URLSearchParams()))).toEqual({
      first: 100,
      lowest: 100,
      highest: 78 * 100 + 90_000,
    });
    expect([rendered[0] === 100, Math.max(...rendered)]).toEqual([false, 20_000]);
  });

  test('end with the last change if that is now', () => {
    expect(computeBalancePoints([interval(0, 100n)], minute(0))).toHaveLength(1);
  });

  test('are few, in order, one for each moment, and end with the current balance', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 3_000_000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(moments, (made) => {
        const course = made.sort((a, b) => a - b).map((minutes) => interval(minutes, BigInt(minutes % 7)));
        const owed = course.reduce((sum, { funded }) => sum + funded, 0n);
        const points = computeBalancePoints(course, minute(3_000_001));
        expect(points.length).toBeLessThanOrEqual(90);
        expect(points.at(-1)).toEqual({ at: minute(3_000_001), value: Number(owed) });
        expect(unpackPoints(packPoints(points))).toEqual(points);
        for (const [place, { at }] of points.entries()) expect(+at).toBeGreaterThan(+(points[place - 1]?.at ?? 0));
      }),
    );
  });
});

const DAY = 86_400_000;
const period = (days: number, changed: Partial<BalanceChangeSums>): BalanceChangeSums => ({
  ...NOTHING,
  at: START + days * DAY,
  ...changed,
});
const day = (days: number) => new Date(START + days * DAY);
const [month, , , whole] = BALANCE_RANGES;

describe('profit, separate from deposits and withdrawals', () => {
  const course = [
    period(0, { funded: 1_000n, putIn: 1_000n }),
    period(10, { funded: 100n }),
    period(20, { invested: 500n }),
    period(50, { funded: -600n, withdrawn: 600n }),
    period(60, { funded: 150n }),
  ];
  const profit = (range: ChartChoice['range']) =>
    computeBalancePoints(course, day(70), { range, show: 'profit' }).map(({ at, value }) => [
      (+at - START) / DAY,
      value,
    ]);

  test('a withdrawal is no loss, a deposit no profit, and buying a plan neither', () => {
    expect(profit(whole)).toEqual([
      [0, 0],
      [10, 100],
      [20, 100],
      [50, 100],
      [60, 250],
      [70, 250],
    ]);
    expect(computeChange(course, day(70), { range: whole })).toEqual({ profit: 250n, bps: 2_500 });
  });

  test('a range starts with the balance then, and its percentage is of that balance plus what was put in', () => {
    expect(profit(month)).toEqual([
      [40, 100],
      [50, 100],
      [60, 250],
      [70, 250],
    ]);
    // The change is 150 of the initial 1,100.
    expect(computeChange(course, day(70), { range: month })).toEqual({ profit: 150n, bps: 1_364 });
    expect(computeChange([], day(70), { range: whole })).toEqual({ profit: 0n, bps: null });
    const quiet = computeBalancePoints(course, day(200), { range: month, show: 'balance' });
    expect(quiet.map(({ at, value }) => [+at, value])).toEqual([
      [+day(170), 650],
      [+day(200), 650],
    ]);
  });

  test('marks show what came, went and was put into plans in the range, at most the newest twelve', () => {
    const kinds = (range: ChartChoice['range']) =>
      listBalanceMarks(course, day(70), { range, show: 'balance' }).map(({ kind, amount }) => [kind, amount]);
    expect(kinds(whole)).toEqual([
      ['in', 1_000n],
      ['plan', 500n],
      ['out', 600n],
    ]);
    expect(kinds(month)).toEqual([['out', 600n]]);
    const many = Array.from({ length: 20 }, (_, at) => period(at, { funded: 1n, putIn: 1n }));
    expect(listBalanceMarks(many, day(70), { range: whole, show: 'balance' })).toHaveLength(12);
  });

  test('the address selects the chart, and an unknown value selects the whole balance', () => {
    expect(parseChartChoice(new URLSearchParams('range=1m&show=profit'))).toEqual({ range: month, show: 'profit' });
    expect(parseChartChoice(new URLSearchParams('range=9y&show=x'))).toEqual({ range: whole, show: 'balance' });
  });
});
