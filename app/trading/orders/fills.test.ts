import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { CONTRACTS, contractOf, requireContract } from '../contracts';
import { isOpen } from '../hours';
import { INSTRUMENTS, simulatedFeed } from '../market';
import { createPrices } from '../prices/prices';
import {
  fillAt,
  fillTrigger,
  firstFill,
  halfSpread,
  marketFillTime,
  type Trigger,
  takerPrice,
  triggerPriceOf,
} from './fills';

const prices = createPrices(simulatedFeed());
const gold = requireContract('XAUUSD');
const bitcoin = requireContract('BTCUSD');
const euro = requireContract('EURUSD');

const contracts = fc.constantFrom(...CONTRACTS);
const sides = fc.constantFrom(1n as const, -1n as const);
const mids = fc.bigInt({ min: 1n, max: 10_000_000n });
const kinds = fc.constantFrom('limit' as const, 'stop' as const, 'take-profit' as const);

test('every instrument except bond yields can be traded', () => {
  const traded = new Set(CONTRACTS.map(({ id }) => id));
  const others = INSTRUMENTS.filter(({ id }) => !traded.has(id));
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['bond']));
  expect(contractOf('US10Y')).toBeUndefined();
});

describe('the half spread', () => {
  test('is charged to the taker, rounded up to the last decimal', () => {
    expect(halfSpread(euro, 110_320n)).toBe(6n); // 0.005% of 1.10320 is 0.00005516
    expect(takerPrice(euro, 110_320n, 1n)).toBe(110_326n);
    expect(takerPrice(euro, 110_320n, -1n)).toBe(110_314n);
    expect(takerPrice(bitcoin, 6_425_000n, 1n)).toBe(6_428_213n); // 0.05% of 64,250.00 is 32.125
  });

  test('is never zero, whatever the price', () => {
    fc.assert(
      fc.property(contracts, mids, sides, (contract, mid, side) => {
        const { price, spread } = fillAt(contract, mid, side, 0);
        expect(spread).toBeGreaterThan(0n);
        expect(side * (price - mid)).toBe(spread);
      }),
    );
  });
});

describe('a waiting order', () => {
  test('is reached by exactly the prices that are at its level or better', () => {
    fc.assert(
      fc.property(
        contracts,
        mids,
        sides,
        kinds,
        fc.bigInt({ min: -50n, max: 50n }),
        (contract, level, side, kind, off) => {
          const trigger: Trigger = { kind, side, level: level + 100n };
          const { direction, mid } = triggerPriceOf(contract, trigger);
          const price = mid + off;
          const reached = direction === 'up' ? price >= mid : price <= mid;
          const requested =
            kind === 'stop'
              ? side * price >= side * trigger.level
              : side * takerPrice(contract, price, side) <= side * trigger.level;
          expect(reached).toBe(requested);
        },
      ),
    );
  });

  test('pays half the spread as a stop, and is filled at its level as a limit', () => {
    const stop: Trigger = { kind: 'stop', side: -1n, level: 238_450n };
    expect(fillTrigger(gold, stop, 238_450n, 0)).toEqual({ at: 0, price: 238_426n, spread: 24n, gap: false });
    const limit: Trigger = { kind: 'limit', side: 1n, level: 238_450n };
    expect(triggerPriceOf(gold, limit)).toEqual({ direction: 'down', mid: 238_426n });
    expect(fillTrigger(gold, limit, 238_426n, 0)).toEqual({ at: 0, price: 238_450n, spread: 24n, gap: false });
  });

  test('is marked as a gap when the price jumps over its level', () => {
    const stop: Trigger = { kind: 'stop', side: -1n, level: 238_450n };
    expect(fillTrigger(gold, stop, 238_000n, 0)).toMatchObject({ price: 237_976n, gap: true });
  });

  test('is filled at the first later second that reaches its level while the market is open', () => {
    const start = Date.UTC(2026, 2, 4, 20, 30);
    const cases = fc.record({
      contract: fc.constantFrom(gold, bitcoin, euro, requireContract('AAPL')),
      kind: kinds,
      side: sides,
      after: fc.integer({ min: start, max: start + 2 * HOUR }),
      away: fc.bigInt({ min: -8n, max: 8n }),
    });
    fc.assert(
      fc.property(cases, ({ contract, kind, side, after, away }) => {
        const now = prices.at(contract.id, after);
        const trigger: Trigger = { kind, side, level: now + (now * away) / 10_000n };
        const { direction, mid } = triggerPriceOf(contract, trigger);
        const until = after + 20 * MINUTE;
        let naive: number | null = null;
        for (let second = Math.floor(after / SECOND) + 1; second * SECOND <= until; second++) {
          const price = prices.at(contract.id, second * SECOND);
          const reached = direction === 'up' ? price >= mid : price <= mid;
          if (!reached || !isOpen(contract.hours, second * SECOND)) continue;
          naive = second * SECOND;
          break;
        }
        const found = firstFill(prices, contract, trigger, after, until);
        expect(found?.at ?? null).toBe(naive);
        if (naive !== null) expect(found).toEqual(fillTrigger(contract, trigger, prices.at(contract.id, naive), naive));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a market order', () => {
  test('is filled at its second, or when its market opens', () => {
    expect(marketFillTime(bitcoin, Date.parse('2026-03-07T12:00:00.900Z'))).toBe(Date.parse('2026-03-07T12:00:00Z'));
    expect(marketFillTime(gold, Date.parse('2026-03-07T12:00:00.900Z'))).toBe(Date.parse('2026-03-08T23:00:00Z'));
  });
});
