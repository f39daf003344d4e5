import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '~/platform/clock';
import { type Account, apply, calculateEntryPrice, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { UNITS_PER_WHOLE } from '../numbers';
import { recordFlow } from '../orders/place';
import { computeYearlyCosts } from './costs';
import { computeNav, dailyReturns, lastNavOfDays, type NavPoint } from './nav';
import { calculateDrawdown, calculatePerformance } from './performance';
import { heldVolatility, RISK_EDGES, riskScore, scoreOf } from './risk';
import { roundTripsOf, tripFigures } from './roundTrips';

const start = Date.UTC(2026, 0, 31);
const series = (navs: number[]): NavPoint[] => navs.map((nav, day) => ({ at: start + day * DAY, nav }));

describe('NAV', () => {
  test('is not affected by flows: 1,000 loses 200, receives 600, and gains 150', () => {
    const nav = computeNav([
      { at: 0, equity: 100_000n, flow: 0n },
      { at: 1, equity: 80_000n, flow: 0n },
      { at: 2, equity: 140_000n, flow: 60_000n },
      { at: 3, equity: 155_000n, flow: 0n },
    ]);
    expect(nav.map((point) => Number(point.nav.toFixed(3)))).toEqual([1, 0.8, 0.8, 0.886]);
  });

  test('remains zero after everything is lost', () => {
    const nav = computeNav([
      { at: 0, equity: 100n, flow: 0n },
      { at: 1, equity: -5n, flow: 0n },
      { at: 2, equity: 500n, flow: 505n },
    ]);
    expect(nav.map((point) => point.nav)).toEqual([1, 0, 0]);
    expect(dailyReturns(nav)).toEqual([-1]);
  });

  test('of a day is its last one', () => {
    const points = [
      { at: start, nav: 1 },
      { at: start + HOUR, nav: 2 },
      { at: start + DAY, nav: 3 },
    ];
    expect(lastNavOfDays(points)).toEqual(points.slice(1));
  });
});

describe('performance', () => {
  test('has the figures worked by hand for six days', () => {
    // NAV: 1.00, 1.10, 0.99, 1.045, 1.21, 1.089. It falls by 10% twice, and is below its high from day 1 to day 4 and after day 4.
    const figures = calculatePerformance(series([1, 1.1, 0.99, 1.045, 1.21, 1.089]));
    expect(figures.days).toBe(5);
    expect(figures.total).toBeCloseTo(0.089, 12);
    expect(figures.maxDrawdown).toBeCloseTo(0.1, 12);
    expect(figures.longestUnderWater).toBe(3);
    expect(figures.worstDay).toBeCloseTo(-0.1, 12);
    // The record starts at the end of January, so it includes all of February.
    expect(figures.months.map(({ month, gain }) => [month, Number(gain.toFixed(6))])).toEqual([['2026-02', 0.089]]);
    expect(figures.meanMonth).toBeCloseTo(0.089, 12);
  });

  test('has the mean of the displayed months, including incomplete ones', () => {
    const navs = Array.from({ length: 61 }, (_, day) => (day < 20 ? 1 + day / 100 : day < 50 ? 1.2 : 0.9));
    const { months, meanMonth } = calculatePerformance(series(navs));
    expect(months.map(({ month }) => month)).toEqual(['2026-02', '2026-03', '2026-04']);
    expect(meanMonth).toBeCloseTo((months[0]!.gain + months[1]!.gain + months[2]!.gain) / 3, 12);
    expect(calculatePerformance(series([1])).meanMonth).toBeNull();
  });

  test('omits figures for which the record is too short', () => {
    expect(calculatePerformance(series([1, 1.1, 0.99]))).toMatchObject({
      last: { month: null, quarter: null, year: null },
      worstWeek: null,
      sharpe: null,
      sortino: null,
      returnOverDrawdown: null,
    });
  });

  test('has Sharpe and Sortino ratios of daily returns after 30 days, annualised after a year', () => {
    // Days of +2% and -1% alternate: the mean is 0.5%, and each day deviates from it by 1.5%.
    const navs = (count: number) => {
      const all = [1];
      for (let day = 0; day < count; day++) all.push((all.at(-1) as number) * (day % 2 === 0 ? 1.02 : 0.99));
      return series(all);
    };
    const month = calculatePerformance(navs(30));
    expect(month.sharpe).toBeCloseTo(0.005 / (0.015 * Math.sqrt(30 / 29)), 10);
    expect(month.sortino).toBeCloseTo(0.005 / Math.sqrt(0.0001 / 2), 10);
    expect(month.annualised).toBe(false);
    const year = calculatePerformance(navs(366));
    expect(year.sharpe).toBeCloseTo((0.005 / (0.015 * Math.sqrt(366 / 365))) * Math.sqrt(365), 10);
    expect(year.last.month).toBeCloseTo((1.02 * 0.99) ** 15 - 1, 10);
    expect(year.worstWeek).toBeCloseTo(1.02 ** 3 * 0.99 ** 4 - 1, 10);
  });

  test('is ordered by return over drawdown, at least 1%, for records of 90 days and more', () => {
    const rising = series(Array.from({ length: 92 }, (_, day) => 1 + day / 1_000));
    expect(calculatePerformance(rising).returnOverDrawdown).toBeCloseTo(0.091 / 0.01, 10);
    expect(calculatePerformance(rising.slice(0, 90)).returnOverDrawdown).toBeNull();
    expect(calculateDrawdown([])).toBe(0);
  });
});

describe('risk', () => {
  test('starts the next score at each limit', () => {
    expect([0, ...RISK_EDGES].map(scoreOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(scoreOf(0.0999)).toBe(4);
  });

  test('includes correlation: equal positions add up, and opposite ones cancel', () => {
    const closes = [100, 101, 100, 102, 101, 103];
    const alone = heldVolatility([{ weight: 1, closes }]);
    expect(
      heldVolatility([
        { weight: 0.5, closes },
        { weight: 0.5, closes },
      ]),
    ).toBeCloseTo(alone, 12);
    expect(
      heldVolatility([
        { weight: 1, closes },
        { weight: -1, closes },
      ]),
    ).toBeCloseTo(0, 12);
    expect(heldVolatility([])).toBe(0);
  });

  test('is the highest of the last 30 days, and is not rated before', () => {
    const flat = series(Array.from({ length: 61 }, () => 1));
    const closes = Array.from({ length: 60 }, (_, day) => (day % 2 === 0 ? 100 : 101));
    const held = (requested: number) => (index: number) => (index === requested ? [{ weight: 1, closes }] : []);
    // A daily change of one percent up or down is 19% a year.
    expect(riskScore(flat, held(31))).toBe(6);
    expect(riskScore(flat, held(30))).toBe(1);
    expect(riskScore(flat.slice(0, 30), held(0))).toBeNull();
  });

  test('includes the volatility of the NAV, whatever is held', () => {
    const navs = series(Array.from({ length: 61 }, (_, day) => (day % 2 === 0 ? 1 : 1.1)));
    expect(riskScore(navs, () => [])).toBe(10);
  });
});

describe('risk after a loss', () => {
  test.each([
    [0.6, 1],
    [0.5, 8],
    [0.25, 9],
    [0.1, 10],
    [0, 10],
  ])('of an account that is flat at %d of its high is at least %d', (nav, least) => {
    const days = series(Array.from({ length: 120 }, (_, day) => (day === 0 ? 1 : nav)));
    expect(riskScore(days, () => [])).toBe(least);
  });
});

describe('trades', () => {
  const orders: Order[] = [];
  let account: Account = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'engine', 0, 0n).account;
  const order = (at: number, id: string, size: bigint, price: bigint, kind: Order['kind'] = 'market') => {
    const applied = apply(
      account,
      calculateEntryPrice({ at, kind, by: 'engine', equityBefore: 0n, id, size, price, leverage: 5n }),
    );
    account = applied.account;
    orders.push(applied.order);
  };
  order(1 * HOUR, 'XAUUSD', UNITS_PER_WHOLE, 200_000n);
  order(2 * HOUR, 'XAUUSD', UNITS_PER_WHOLE, 201_000n);
  order(3 * HOUR, 'XAUUSD', 0n, 201_000n, 'holding');
  order(4 * HOUR, 'XAUUSD', -UNITS_PER_WHOLE, 202_000n);
  // Closes the remaining position and opens a short one.
  order(5 * HOUR, 'XAUUSD', -2n * UNITS_PER_WHOLE, 202_000n);
  order(6 * HOUR, 'EURUSD', 1_000n * UNITS_PER_WHOLE, 110_000n);
  order(8 * HOUR, 'XAUUSD', UNITS_PER_WHOLE, 203_000n);
  const trades = roundTripsOf(orders);

  test('run from flat to flat, and an order through zero belongs to two', () => {
    // 4,020 dollars, four fifths of it borrowed, cost 0.01%: 32.16 cents. The fraction of a cent is paid when the trade closes.
    const holding = 32n;
    expect(trades).toEqual([
      { id: 'XAUUSD', openedAt: HOUR, closedAt: 5 * HOUR, result: 3_000n - holding - 1n },
      { id: 'XAUUSD', openedAt: 5 * HOUR, closedAt: 8 * HOUR, result: -1_000n },
      { id: 'EURUSD', openedAt: 6 * HOUR, closedAt: null, result: 0n },
    ]);
  });

  test('have a holding time and markets', () => {
    expect(tripFigures(trades)).toEqual({
      averageHolding: 3.5 * HOUR,
      markets: [
        { id: 'XAUUSD', trades: 2 },
        { id: 'EURUSD', trades: 1 },
      ],
    });
    expect(tripFigures([])).toEqual({ averageHolding: null, markets: [] });
  });
});

test('have yearly costs as parts of the equity before each order and night, of the last 365 days or scaled from a shorter record', () => {
  const [ounces, gold] = [UNITS_PER_WHOLE, 200_000n];
  const at = { by: 'engine', id: 'XAUUSD', leverage: 20n, price: gold, equityBefore: 1_000_00n } as const;
  // Half the spread of an ounce at 2,000.00 is 20 cents: 0.02% of $1,000. A night costs 0.01% of 19/20 of $2,000: 19 cents, or 0.019%.
  const day = (from: number, buys: boolean) => [
    calculateEntryPrice({ ...at, kind: 'market', at: from + HOUR, size: buys ? ounces : -ounces, spread: 20n }),
    ...(buys ? [calculateEntryPrice({ ...at, kind: 'holding', at: from + 22 * HOUR })] : []),
  ];
  const made = (days: number, after = 0) => {
    let account: Account = EMPTY_ACCOUNT;
    return Array.from({ length: days }, (_, index) => day((after + index) * 24 * HOUR, index % 2 === 0))
      .flat()
      .map((entry) => {
        const applied = apply(account, entry);
        account = applied.account;
        return applied.order;
      });
  };
  const costs = (orders: Order[], days: number) => computeYearlyCosts(orders, days * 24 * HOUR);
  expect(costs(made(29), 29)).toBeNull();
  expect(costs([], 400)).toBeNull();
  const short = costs(made(60), 60);
  expect(short?.spread).toBeCloseTo(0.0002 * 365, 9);
  expect(short?.holding).toBeCloseTo(0.00019 * 0.5 * 365, 9);
  const long = costs(made(400), 400);
  expect(long?.spread).toBeCloseTo(0.0002 * 365, 9);
  expect(long?.holding).toBeCloseTo(0.00019 * 182, 9);
});
