import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mustContract } from '~/trading/contracts';
import { notional } from '~/trading/numbers';
import { checkTime, parsePercent, sizeOfEquity, withoutExchange } from './rules';

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

test('a part of the equity buys what is worth it, and never more', () => {
  const equity = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const bps = fc.bigInt({ min: 1n, max: 100_000n });
  const price = fc.bigInt({ min: 1n, max: 10n ** 9n });
  fc.assert(
    fc.property(equity, bps, price, fc.constantFrom('EURUSD', 'USDJPY', 'BTCUSD', 'AAPL'), (cents, part, mid, id) => {
      const contract = mustContract(id);
      const wanted = (cents * 1_000_000n * part) / 10_000n;
      const size = sizeOfEquity(cents, part, mid, contract);
      const step = notional(1n, mid, contract);
      const worth = notional(size, mid, contract);
      expect(worth <= wanted + 1n).toBe(true);
      expect(worth + step + 1n >= wanted).toBe(true);
    }),
  );
  expect(sizeOfEquity(-5n, 100n, 10n, mustContract('EURUSD'))).toBe(0n);
  expect(sizeOfEquity(5n, 100n, 0n, mustContract('EURUSD'))).toBe(0n);
});

test('a time ahead is refused, one of the past or none is not', () => {
  const now = Date.UTC(2026, 2, 2, 9);
  const future = { code: 'future', message: 'at lies in the future. Send a signal when it is meant.', field: 'at' };
  const bad = { code: 'bad-time', message: 'at is a time such as 2026-03-02T14:30:00Z.', field: 'at' };
  expect(checkTime('2026-03-02T09:00:05.001Z', now)).toEqual({ ok: false, error: future });
  expect(checkTime('soon', now)).toEqual({ ok: false, error: bad });
  for (const at of [undefined, '', '2026-03-02T08:00:00Z', '2026-03-02T09:00:05Z'])
    expect(checkTime(at, now).ok).toBe(true);
});

test('a symbol is read without its exchange', () => {
  expect([withoutExchange('BINANCE:BTCUSD'), withoutExchange('BTC/USD')]).toEqual(['BTCUSD', 'BTC/USD']);
});
