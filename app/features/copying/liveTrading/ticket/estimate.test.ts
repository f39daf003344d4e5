import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '~/platform/durations';
import { apply, calculateEntryPrice, EMPTY_ACCOUNT } from '~/trading/accounts/account';
import { calculateMargin, holdingCost, openResult } from '~/trading/accounts/position';
import { CONTRACTS, requireContract } from '~/trading/contracts';
import { parsePrice } from '~/trading/decimals';
import { simulatedFeed } from '~/trading/market';
import { ceilDiv, toCentsUp, toPrice, UNITS_PER_WHOLE } from '~/trading/numbers';
import { fillAt, takerPrice } from '~/trading/orders/fills';
import { listPublishedSpreads } from '~/trading/publishedTerms';
import { computeEstimate, computeSizeFor, estimateFillPrice } from './estimate';

const gold = requireContract('XAUUSD');

test('an order for gold: its value, margin, spread and what its stop would lose', () => {
  // Two ounces at 2,000.00 with a leverage of 20; half the spread is 20 cents an ounce.
  const order = {
    side: 1n,
    size: 2n * UNITS_PER_WHOLE,
    price: 200_000n,
    leverage: 20n,
    stop: 190_000n,
    takeProfit: 210_000n,
  } as const;
  expect(computeEstimate(gold, order)).toEqual({
    value: 4_000_00n,
    margin: 200_00n,
    spread: 80n,
    holding: 38_000_000n,
    atStop: -200_38n,
    atTakeProfit: 200_00n,
  });
});

const placed = fc.record({
  contract: fc.constantFrom(...CONTRACTS),
  side: fc.constantFrom(1n, -1n),
  mid: fc.bigInt({ min: 1_000n, max: 10_000_000n }),
  size: fc.bigInt({ min: UNITS_PER_WHOLE / 100n, max: 1_000n * UNITS_PER_WHOLE }),
  leverage: fc.bigInt({ min: 1n, max: 30n }),
  stop: fc.bigInt({ min: 1_000n, max: 10_000_000n }),
});

test('the figures equal those of the position that the order opens', () => {
  fc.assert(
    fc.property(placed, ({ contract, side, mid, size, leverage, stop }) => {
      const price = takerPrice(contract, mid, side as 1n | -1n);
      const estimate = computeEstimate(contract, {
        side: side as 1n | -1n,
        size,
        price,
        leverage,
        stop,
        takeProfit: null,
      });
      const at = { at: 0, kind: 'market', by: 'investor', equityBefore: 0n } as const;
      const order = calculateEntryPrice({ ...at, id: contract.id, size: side * size, price, leverage });
      const position = apply(EMPTY_ACCOUNT, order).account.positions[contract.id];
      if (!position) throw new Error('nothing was opened');
      expect(estimate.margin).toBe(calculateMargin(position, price));
      expect(estimate.holding).toBe(holdingCost(position, price));
      expect(estimate.atStop).toBe(openResult(position, stop));
      expect(estimate.spread).toBeGreaterThanOrEqual(0n);
    }),
  );
});

test('prices of zero or near zero, as while somebody types, have figures as well', () => {
  for (const contract of CONTRACTS) {
    for (const side of [1n, -1n] as const) {
      for (const level of [0n, 1n, 2n]) {
        const price = estimateFillPrice('stop', level, side, contract);
        const size = computeSizeFor(100_00n, price, contract);
        const requested = { side, size, price, leverage: 1n, stop: level, takeProfit: level };
        expect(() => computeEstimate(contract, requested)).not.toThrow();
      }
    }
  }
});

test('the size for an amount is worth that amount, rounded down to the smallest step of the size', () => {
  fc.assert(
    fc.property(placed, fc.bigInt({ min: 1_00n, max: 1_000_000_00n }), ({ contract, mid }, cents) => {
      const worth = (size: bigint) =>
        computeEstimate(contract, { side: 1n, size, price: mid, leverage: 1n, stop: null, takeProfit: null }).value;
      const value = worth(computeSizeFor(cents, mid, contract));
      expect(value).toBeLessThanOrEqual(cents);
      expect(value).toBeGreaterThanOrEqual(cents - worth(1n));
    }),
  );
});

test('each instrument pays the spread of its row, on the ticket and when filled, at the lowest price of its year', () => {
  const feed = simulatedFeed();
  const to = new Date('2026-11-28T00:00:00Z');
  const lows = new Map(
    CONTRACTS.map((contract) => {
      const { low } = feed.range(contract.instrument, new Date(to.getTime() - 365 * DAY), to);
      return [contract.id, toPrice(low, contract)];
    }),
  );
  const rows = listPublishedSpreads(({ id }) => lows.get(id) ?? null);
  expect(rows.map(({ id }) => id)).toEqual(CONTRACTS.map(({ id }) => id));
  for (const { id, spread, least, now } of rows) {
    const contract = requireContract(id);
    const mid = lows.get(id) as bigint;
    const [bought, sold] = [fillAt(contract, mid, 1n, 0).price, fillAt(contract, mid, -1n, 0).price];
    const charged = Number(((bought - sold) * 1_000_000n) / mid) / 10_000;
    // Displayed to four decimals of a percent.
    expect(Number.parseFloat(now ?? ''), id).toBeGreaterThan(charged - 0.0001);
    expect(Number.parseFloat(now ?? ''), id).toBeLessThan(charged + 0.0002);
    expect(charged + 0.0001, id).toBeGreaterThan(Number.parseFloat(spread));
    expect(bought - sold, id).toBeGreaterThanOrEqual(parsePrice(least, contract) as bigint);
    for (const side of [1n, -1n] as const) {
      const [price, exit] = side > 0n ? [bought, sold] : [sold, bought];
      const size = 1_000n * UNITS_PER_WHOLE;
      const ticket = computeEstimate(contract, { side, size, price, leverage: 1n, stop: null, takeProfit: null });
      const paid = ceilDiv(size * (bought - sold), contract.dollarBase ? exit : contract.scale);
      expect(ticket.spread, id).toBe(toCentsUp(paid));
    }
  }
});
