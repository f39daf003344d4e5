import { expect, test } from 'vitest';
import { estimateOf } from '~/features/liveTrading/ticket/estimate';
import { DAY } from '~/platform/durations';
import { CONTRACTS, mustContract } from './contracts';
import { parsePrice } from './decimals';
import { simulatedFeed } from './market';
import { ceilDiv, centsUp, toPrice, UNIT } from './numbers';
import { fillAt } from './orders/fills';
import { PUBLISHED_RULES, PUBLISHED_TERMS, publishedSpreads } from './publishedTerms';

test('the published table says what the engine uses', () => {
  expect(PUBLISHED_TERMS.map((terms) => Object.values(terms).slice(1).join(' | '))).toEqual([
    '0.01% | 30 | 0.5% | Sunday 22:00 to Friday 22:00',
    '0.01% | 20 | 0.5% | Sunday 22:00 to Friday 22:00',
    '0.02% | 20 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.02% | 20 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.04% | 10 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.04% | 10 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.05% | 5 | 1.5% | Monday to Friday, 14:30 to 21:00',
    '0.1% | 2 | 1.5% | Always',
  ]);
});

test('so do the rules that hold for all', () => {
  expect(PUBLISHED_RULES.map(({ value }) => value).slice(0, 9)).toEqual([
    '1 second',
    'at the first price after the order, copies at the next',
    '60 seconds',
    '25%',
    '50%',
    '0.01%',
    '$1',
    '2%',
    '30%',
  ]);
});

test('each instrument pays the spread of its row, on the ticket and when it is filled, at the lowest price of its year', () => {
  const feed = simulatedFeed();
  const to = new Date('2026-11-28T00:00:00Z');
  const lows = new Map(
    CONTRACTS.map((contract) => {
      const { low } = feed.range(contract.instrument, new Date(to.getTime() - 365 * DAY), to);
      return [contract.id, toPrice(low, contract)];
    }),
  );
  const rows = publishedSpreads(({ id }) => lows.get(id) ?? null);
  expect(rows.map(({ id }) => id)).toEqual(CONTRACTS.map(({ id }) => id));
  for (const { id, spread, least, now } of rows) {
    const contract = mustContract(id);
    const mid = lows.get(id) as bigint;
    const [bought, sold] = [fillAt(contract, mid, 1n, 0).price, fillAt(contract, mid, -1n, 0).price];
    const charged = Number(((bought - sold) * 1_000_000n) / mid) / 10_000;
    // Told to four decimals of a percent.
    expect(Number.parseFloat(now ?? ''), id).toBeGreaterThan(charged - 0.0001);
    expect(Number.parseFloat(now ?? ''), id).toBeLessThan(charged + 0.0002);
    expect(charged + 0.0001, id).toBeGreaterThan(Number.parseFloat(spread));
    expect(bought - sold, id).toBeGreaterThanOrEqual(parsePrice(least, contract) as bigint);
    for (const side of [1n, -1n] as const) {
      const [price, exit] = side > 0n ? [bought, sold] : [sold, bought];
      const size = 1_000n * UNIT;
      const ticket = estimateOf(contract, { side, size, price, leverage: 1n, stop: null, takeProfit: null });
      const paid = ceilDiv(size * (bought - sold), contract.dollarBase ? exit : contract.scale);
      expect(ticket.spread, id).toBe(centsUp(paid));
    }
  }
});

test.each([
  // Two of the last decimal, of which one is half the spread.
  { id: 'NG1', mid: '1.000', spread: '0.04%', least: '0.002', now: '0.2%' },
  { id: 'XRPUSD', mid: '0.2600', spread: '0.1%', least: '0.0002', now: '0.1538%' },
])('a low price pays more than its class says, and its row says so: $id at $mid', ({ id, mid, ...row }) => {
  const rows = publishedSpreads((contract) => (contract.id === id ? parsePrice(mid, contract) : null));
  expect(rows.find((each) => each.id === id)).toMatchObject(row);
  expect(rows.filter(({ now }) => now !== null)).toHaveLength(1);
});
