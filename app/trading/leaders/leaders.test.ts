import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { naiveLeader } from '../../../tests/support/trading/naiveLeader';
import type { Order } from '../accounts/account';
import { computeSnapshots, listValuations } from '../accounts/snapshots';
import { contractOf } from '../contracts';
import { computeNav, lastNavOfDays } from '../figures/nav';
import { calculatePerformance } from '../figures/performance';
import { riskScore } from '../figures/risk';
import { roundTripsOf } from '../figures/roundTrips';
import { simulatedChance, simulatedFeed } from '../market';
import { createPrices } from '../prices/prices';
import { STRATEGIES } from '.';
import { delayBy, publicSeedDelay } from './delays';
import { createHistory } from './history';
import { createMarketData, type LeaderProgress, runLeader, startProgress } from './run';

const prices = createPrices(simulatedFeed());
const market = createMarketData(prices);
const JANUARY = Date.UTC(2025, 0);

const rowsOf = (orders: readonly Order[]) =>
  orders
    .filter(({ kind }) => kind !== 'flow')
    .map(({ at, kind, id, size, price, result }) => ({ at, kind, id, size, price, result }));

const hashOf = (rows: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
    .digest('hex');

describe('the twelve leaders', () => {
  test('have different names and descriptions, and trade tradable instruments', () => {
    expect(STRATEGIES).toHaveLength(12);
    for (const key of ['id', 'lastName', 'character', 'bio'] as const) {
      expect(new Set(STRATEGIES.map((strategy) => strategy[key])).size).toBe(12);
    }
    for (const { bio, markets, capital, minimum, leverage } of STRATEGIES) {
      expect(bio.length).toBeGreaterThan(60);
      expect(markets.filter((id) => !contractOf(id))).toEqual([]);
      expect(minimum >= 10_000n && minimum < capital && leverage >= 1n).toBe(true);
    }
  });

  test('read only candles that have closed', () => {
    const history = createHistory(prices);
    const at = JANUARY + 5 * DAY + 7_000;
    const closes = history.closes('EURUSD', DAY, 3, at);
    expect(closes).toEqual([3, 4, 5].map((day) => history.price('EURUSD', JANUARY + day * DAY - SECOND)));
  });

  test('trade the same however often they are stopped and resumed with their stored progress', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 10 * 86_400 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...STRATEGIES), cuts, fc.integer({ min: 0, max: 300 }), (strategy, seconds, day) => {
        const from = JANUARY + day * DAY;
        const started = startProgress(strategy, from).progress;
        const end = from + 10 * DAY;
        let progress: LeaderProgress = started;
        const orders: Order[] = [];
        for (const to of [...seconds.map((second) => from + second * SECOND).sort((a, b) => a - b), end]) {
          const memory = JSON.parse(JSON.stringify(progress.memory));
          const ran = runLeader(strategy, market, { ...progress, memory }, to);
          progress = ran.progress;
          orders.push(...ran.orders);
        }
        expect({ progress, orders }).toEqual(runLeader(strategy, market, started, end));
      }),
      { numRuns: 30 },
    );
  });

  test('decide at their own minutes and seconds, which no two of them share', () => {
    const habits = STRATEGIES.map((strategy) => {
      const seen: number[] = [];
      const watched = {
        ...strategy,
        decide: (view: { at: number }) => {
          seen.push((view.at - strategy.offset) % strategy.every);
          return { memory: {}, targets: [] };
        },
      };
      runLeader(watched, market, startProgress(watched, JANUARY).progress, JANUARY + 60 * DAY);
      expect(seen.every((late) => late >= 0 && late < Math.min(strategy.every, HOUR) && late % SECOND === 0)).toBe(
        true,
      );
      expect(new Set(seen).size).toBeGreaterThan(seen.length > 100 ? 100 : seen.length / 2);
      return seen.reduce((sum, late) => sum + late, 0) / seen.length;
    });
    expect(new Set(habits.map((late) => Math.round(late / SECOND))).size).toBe(12);
    const own = delayBy(simulatedChance({ seed: '0123456789abcdef', from: JANUARY + DAY }));
    const grid = STRATEGIES.find(({ id }) => id === 'grid') as (typeof STRATEGIES)[number];
    // After its start an installation has its own delays; before it they are the public ones.
    expect(own(grid, JANUARY)).toBe(publicSeedDelay(grid, JANUARY));
    expect(own(grid, JANUARY + 2 * DAY)).not.toBe(publicSeedDelay(grid, JANUARY + 2 * DAY));
  });

  test('trade like an implementation that checks every second', () => {
    // Starts on a Thursday, so that markets close and open.
    const from = Date.UTC(2025, 2, 6);
    const to = from + 5 * DAY;
    let rows = 0;
    for (const strategy of STRATEGIES) {
      const started = startProgress(strategy, from);
      const naive = naiveLeader(strategy, from, to);
      const { orders } = runLeader(strategy, market, started.progress, to);
      expect({ id: strategy.id, rows: rowsOf(orders) }).toEqual({ id: strategy.id, rows: naive.rows });
      rows += orders.length;
    }
    expect(rows).toBeGreaterThan(40);
  });
});

describe('a year of the twelve leaders', () => {
  const years = new Map<string, { orders: Order[]; progress: LeaderProgress }>();
  const yearOf = (id: string) => {
    const known = years.get(id);
    if (known) return known;
    const strategy = STRATEGIES.find((one) => one.id === id) as (typeof STRATEGIES)[number];
    const started = startProgress(strategy, JANUARY);
    const { progress, orders } = runLeader(strategy, market, started.progress, JANUARY + 365 * DAY);
    const year = { progress, orders: [...started.orders, ...orders] };
    years.set(id, year);
    return year;
  };
  const figuresOf = (id: string) => {
    const { orders } = yearOf(id);
    const nav = lastNavOfDays(
      computeNav(listValuations(computeSnapshots(orders, prices, JANUARY + 365 * DAY), orders)),
    );
    const results = roundTripsOf(orders).flatMap(({ closedAt, result }) => (closedAt === null ? [] : Number(result)));
    const [won, lost] = [results.filter((result) => result > 0), results.filter((result) => result < 0)];
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return {
      ...calculatePerformance(nav),
      closed: results.length,
      winRate: won.length / results.length,
      profitFactor: -sum(won) / sum(lost),
      risk: riskScore(nav, () => []) ?? 0,
    };
  };

  test('is the same on every machine', () => {
    expect(hashOf(STRATEGIES.map(({ id }) => rowsOf(yearOf(id).orders)))).toBe(
      '6955eff266c0adb4062ac61c237c54dc089cbc3548b8a61094574f696c18aef4',
    );
  });

  test('includes leaders with little risk', () => {
    expect(yearOf('holder').orders.map(({ kind }) => kind)).toEqual(['flow', 'market', 'market', 'market', 'market']);
    const carry = figuresOf('carry');
    expect(carry.maxDrawdown).toBeLessThan(0.1);
    expect(carry.risk).toBeLessThanOrEqual(3);
  });

  test('includes more leaders with a gain than with a loss, and some with a large loss', () => {
    const totals = STRATEGIES.map(({ id }) => figuresOf(id).total);
    expect(totals.filter((total) => total > 0).length).toBeGreaterThanOrEqual(5);
    expect(totals.filter((total) => total < -0.05).length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...totals)).toBeGreaterThan(-1);
  });

  test('includes risky leaders that win nearly every trade', () => {
    const grid = figuresOf('grid');
    expect(grid.winRate).toBeGreaterThan(0.9);
    expect(grid.maxDrawdown).toBeGreaterThan(0.25);
    const martingale = figuresOf('martingale');
    expect(martingale.winRate).toBeGreaterThan(0.9);
    expect(martingale.maxDrawdown).toBeGreaterThan(0.5);
    expect(martingale.total).toBeLessThan(-0.2);
    expect(yearOf('martingale').orders.some(({ kind }) => kind === 'close-out')).toBe(true);
    expect(figuresOf('coins').risk).toBeGreaterThanOrEqual(7);
  });

  test('costs the leader without an edge its spread', () => {
    const guesser = figuresOf('guesser');
    expect(guesser.closed).toBeGreaterThan(150);
    expect(guesser.profitFactor).toBeLessThan(1);
  });
});
