import { expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { simulatedFeed } from '../market';
import { createPrices, type SecondPrices, withPriceCache } from './prices';

const start = Date.UTC(2026, 2, 2, 9);

test('cached prices equal those of the feed, and each is requested from the feed once', () => {
  const prices = createPrices(simulatedFeed());
  const requested: string[] = [];
  const watched: SecondPrices = {
    ...prices,
    at: (...args) => {
      requested.push(`at ${args}`);
      return prices.at(...args);
    },
    reach: (...args) => {
      requested.push(`reach ${args}`);
      return prices.reach(...args);
    },
  };
  const remembered = withPriceCache(watched);
  const high = prices.range('EURUSD', start, start + DAY).high;
  for (let time = 0; time < 3; time++) {
    for (const id of ['EURUSD', 'XAUUSD']) {
      for (const at of [start, start + 1_000]) expect(remembered.at(id, at)).toBe(prices.at(id, at));
    }
    expect(remembered.range('EURUSD', start, start + DAY)).toEqual(prices.range('EURUSD', start, start + DAY));
    expect(remembered.bounds('EURUSD', start, start)).toEqual(prices.bounds('EURUSD', start, start));
    // A level that is never reached is cached as well.
    for (const level of [high, high + 1n, high * 2n]) {
      const found = prices.reach('EURUSD', 'up', level, start, start + DAY);
      expect(remembered.reach('EURUSD', 'up', level, start, start + DAY)).toBe(found);
    }
  }
  expect(requested).toHaveLength(4 + 3);
});
