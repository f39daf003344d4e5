import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireContract } from '~/trading/contracts';
import { notional } from '~/trading/numbers';
import {
  checkTime,
  computeSignalOrderSize,
  computeSizeOfEquity,
  parsePercent,
  type SignalTerms,
  withoutExchange,
} from './rules';

test.each([
  ['10', 1_000n],
  ['0.5', 50n],
  [' 7.5 ', 750n],
  ['12.34', 1_234n],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['0.001', null],
  ['', null],
])('%s percent are %s hundredths', (text, bps) => {
  expect(parsePercent(text)).toBe(bps);
});

test('a part of the equity buys at most what it is worth', () => {
  const equity = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const bps = fc.bigInt({ min: 1n, max: 100_000n });
  const price = fc.bigInt({ min: 1n, max: 10n ** 9n });
  fc.assert(
    fc.property(equity, bps, price, fc.constantFrom('EURUSD', 'USDJPY', 'BTCUSD', 'AAPL'), (cents, part, mid, id) => {
      const contract = requireContract(id);
      const requested = (cents * 1_000_000n * part) / 10_000n;
      const size = computeSizeOfEquity(cents, part, mid, contract);
      const step = notional(1n, mid, contract);
      const worth = notional(size, mid, contract);
      expect(worth <= requested + 1n).toBe(true);
      expect(worth + step + 1n >= requested).toBe(true);
    }),
  );
  expect(computeSizeOfEquity(-5n, 100n, 10n, requireContract('EURUSD'))).toBe(0n);
  expect(computeSizeOfEquity(5n, 100n, 0n, requireContract('EURUSD'))).toBe(0n);
});

test('a time in the future is refused; one in the past or none is accepted', () => {
  const now = Date.UTC(2026, 2, 2, 9);
  const future = { code: 'future', message: 'at lies in the future. Send a signal when it is meant.', field: 'at' };
  const bad = { code: 'bad-time', message: 'at is a time such as 2026-03-02T14:30:00Z.', field: 'at' };
  expect(checkTime('2026-03-02T09:00:05.001Z', now)).toEqual({ ok: false, error: future });
  expect(checkTime('soon', now)).toEqual({ ok: false, error: bad });
  for (const at of [undefined, '', '2026-03-02T08:00:00Z', '2026-03-02T09:00:05Z'])
    expect(checkTime(at, now).ok).toBe(true);
});

test('a symbol is parsed without its exchange', () => {
  expect([withoutExchange('BINANCE:BTCUSD'), withoutExchange('BTC/USD')]).toEqual(['BTCUSD', 'BTC/USD']);
});

const entry = { action: 'buy', amount: 100n, isInUnits: false } as const;
const exit = { action: 'sell', amount: 100n, isInUnits: false } as const;
const units = { isInUnits: true } as const;

/** Signals with the position before and after each. */
const SIGNALS: [what: string, terms: SignalTerms, held: bigint, after: bigint][] = [
  ['an entry', entry, 0n, 100n],
  ['a short entry', exit, 0n, -100n],
  ['a second entry', entry, 100n, 200n],
  ['an exit by a part of the equity, worth more than what is held', exit, 80n, 0n],
  ['an exit by a part of the equity, worth less than what is held', exit, 120n, 0n],
  ['an exit of a short position', entry, -80n, 0n],
  ['an exit by a size', { ...exit, ...units }, 120n, 20n],
  ['an exit by a larger size', { ...exit, ...units }, 80n, 0n],
  ['a part to close', { ...exit, action: 'close' }, 120n, 20n],
  ['flat', { ...exit, position: 'flat', previous: 'long' }, 120n, 0n],
  ['flat by a buy', { ...entry, position: 'flat', previous: 'short' }, -80n, 0n],
  ['flat with nothing held', { ...exit, position: 'flat' }, 0n, 0n],
  ['a reversal by a part of the equity', { ...exit, position: 'short', previous: 'long' }, 80n, -100n],
  ['a reversal by the whole order', { ...exit, ...units, position: 'short', previous: 'long' }, 40n, -60n],
  ['a reversal to the strategy’s own size', { ...exit, ...units, position: 'short', positionSize: -70n }, 40n, -70n],
  ['a half closed', { ...exit, position: 'long', previous: 'long', positionSize: 5n, contracts: 5n }, 80n, 40n],
  ['a part closed of an unknown size', { ...exit, position: 'long', previous: 'long' }, 80n, 0n],
  ['a part closed of what is not held', { ...exit, position: 'long', previous: 'long' }, 0n, 0n],
  ['an addition', { ...entry, position: 'long', previous: 'long' }, 80n, 180n],
  ['an entry after an exit that was lost', { ...entry, position: 'long', previous: 'flat' }, 80n, 100n],
  ['an entry after a reversal that was lost', { ...entry, position: 'long', previous: 'short' }, 0n, 100n],
];

test.each(SIGNALS)('%s', (_, terms, held, after) => {
  expect(held + computeSignalOrderSize(terms, held)).toBe(after);
});
