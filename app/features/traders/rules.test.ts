import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import {
  EMPTY_LOG,
  figuresOf,
  type LogRow,
  leaderCapital,
  maxDrawdownBps,
  middleOf,
  navSeries,
  totalsOf,
} from './rules';

const CAPITAL = 10_000_00n;
const FIRST = new Date('2026-01-15T10:00:00Z');

/** Results in dollars, one a day. */
const log = (...dollars: number[]): LogRow[] =>
  dollars.map((each, day) => ({
    amount: BigInt(Math.round(Math.abs(each) * 100)),
    type: each > 0 ? 'profit' : 'loss',
    at: new Date(FIRST.getTime() + day * DAY),
  }));

const figures = (rows: LogRow[], until = FIRST) => figuresOf(totalsOf(rows), CAPITAL, until);

const anyLog = fc
  .array(
    fc.integer({ min: -20_000, max: 20_000 }).filter((dollars) => dollars !== 0),
    { minLength: 1, maxLength: 40 },
  )
  .map((dollars) => log(...dollars));

describe('the figures of a trader', () => {
  test('by hand', () => {
    expect(figures(log(300, -100, 200, -50))).toEqual({
      closed: 4,
      winRateBps: 5_000,
      monthlyReturnBps: 350,
      profitFactor: 3.33,
      riskReward: 3.33,
      net: 350_00n,
    });
    expect(figures(log(100, 100, 100, -200))).toMatchObject({ winRateBps: 7_500, profitFactor: 1.5, riskReward: 0.5 });
  });

  test('count idle months', () => {
    expect(figures(log(600), new Date('2026-06-30T00:00:00Z')).monthlyReturnBps).toBe(100);
    expect(figures(log(600), new Date('2027-01-01T00:00:00Z')).monthlyReturnBps).toBe(46);
  });

  test('count from the month of the first trade, whichever was entered first, through the month they are of', () => {
    const rows = log(300, 300);
    const [first, second] = [rows[0]!, { ...rows[1]!, at: new Date('2026-05-31T23:59:59Z') }];
    expect(totalsOf([second, first]).firstAt).toEqual(first.at);
    expect(totalsOf([first, second]).firstAt).toEqual(first.at);
    // May, June and July of 2026: three months.
    expect(figures([second], new Date('2026-07-01T00:00:00Z')).monthlyReturnBps).toBe(100);
  });

  test('say "no losses yet" rather than infinity, and nothing before the first trade', () => {
    expect(figures(log(10, 20))).toMatchObject({ profitFactor: 'no losses yet', riskReward: 'no losses yet' });
    expect(figures(log(-10))).toMatchObject({ profitFactor: 0, riskReward: 0, winRateBps: 0 });
    expect(figuresOf(EMPTY_LOG, CAPITAL, FIRST)).toEqual({
      closed: 0,
      winRateBps: null,
      monthlyReturnBps: null,
      profitFactor: null,
      riskReward: null,
      net: 0n,
    });
  });

  test('are finite, whatever was recorded, and do not depend on its order', () => {
    fc.assert(
      fc.property(anyLog, (rows) => {
        const { winRateBps, monthlyReturnBps, profitFactor, riskReward, net } = figures(rows);
        expect(winRateBps).toBeGreaterThanOrEqual(0);
        expect(winRateBps).toBeLessThanOrEqual(10_000);
        expect(Number.isFinite(monthlyReturnBps)).toBe(true);
        for (const each of [profitFactor, riskReward]) {
          expect(each === 'no losses yet' || (Number.isFinite(each) && (each as number) >= 0)).toBe(true);
        }
        // Above one exactly when money was made.
        if (typeof profitFactor === 'number' && profitFactor > 1) expect(net > 0n).toBe(true);
        expect(figures([...rows].reverse())).toEqual(figures(rows));
      }),
    );
  });
});

describe('the deepest drawdown', () => {
  test.each([
    [[], 0],
    [[100, 200], 0],
    [[-1_000], 1_000],
    [[10_000, -5_000, 5_000, -2_000], 2_500],
    [[-9_000, -9_000], 10_000],
  ])('of %o is %i basis points', (dollars, bps) => expect(maxDrawdownBps(log(...dollars), CAPITAL)).toBe(bps));

  test('is within its bounds, none without losses, and never shrinks as the log grows', () => {
    fc.assert(
      fc.property(anyLog, (rows) => {
        const all = rows.map((_, count) => maxDrawdownBps(rows.slice(0, count + 1), CAPITAL));
        expect(all.every((bps, at) => bps >= (all[at - 1] ?? 0) && bps <= 10_000)).toBe(true);
        const winners = rows.filter(({ type }) => type === 'profit');
        expect(maxDrawdownBps(winners, CAPITAL)).toBe(0);
      }),
    );
  });
});

describe('the NAV series', () => {
  test('begins at 100 and has one point a day', () => {
    const [first, second, third] = log(500, 250, -1_000) as [LogRow, LogRow, LogRow];
    const sameDay = { ...second, at: new Date(first.at.getTime() + 1) };
    const series = navSeries([first, sameDay, third], CAPITAL);
    expect(series.map(({ value }) => value)).toEqual([100, 107.5, 97.5]);
    expect(series.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-01-14', '2026-01-15', '2026-01-17']);
    expect(navSeries([], CAPITAL)).toEqual([]);
  });

  test('ends where all results together lead', () => {
    fc.assert(
      fc.property(anyLog, (rows) => {
        const { net } = figures(rows);
        expect(navSeries(rows, CAPITAL).at(-1)?.value).toBe(Number(((CAPITAL + net) * 10_000n) / CAPITAL) / 100);
      }),
    );
  });
});

test("a leader's capital is what is recorded, else the minimum to copy them", () => {
  expect(leaderCapital({ capital: 5n, minimumCapital: 3n })).toBe(5n);
  expect(leaderCapital({ capital: null, minimumCapital: 3n })).toBe(3n);
});

test('the middle of two amounts is halfway, toward zero', () => {
  expect([middleOf(1n, 2n), middleOf(-3n, 0n), middleOf(7n, 7n)]).toEqual([1n, -1n, 7n]);
});
