import { expect, test } from 'vitest';
import { findPair } from './pairs';

test.each([
  ['eurusd', 'EUR/USD'],
  ['EUR-USD', 'EUR/USD'],
  [' btc / usd ', 'BTC/USD'],
  ['nas 100', 'NAS100'],
  ['aapl', 'AAPL'],
])('%s is the pair %s', (sent, pair) => expect(findPair(sent)).toBe(pair));

test.each(['BABA', 'GOOG', 'MET', 'XO', 'KOKO', 'VV', 'USD', 'EUR', 'BTC', 'EUR/USD pair', 'Äba', 'B日A', '', '()'])(
  '%s is not a pair, since names must match exactly',
  (sent) => expect(findPair(sent)).toBeUndefined(),
);
