import { findInstrumentByName, INSTRUMENTS } from '~/market/instruments';

const COMMON_PAIRS = [
  'EUR/USD',
  'USD/JPY',
  'GBP/USD',
  'USD/CHF',
  'AUD/USD',
  'USD/CAD',
  'NZD/USD',
  'US30',
  'NAS100',
  'SPX500',
  'BTC/USD',
  'ETH/USD',
  'XRP/USD',
  'AAPL',
  'TSLA',
  'GOOGL',
];

export const KNOWN_PAIRS: readonly string[] = [
  ...COMMON_PAIRS,
  ...INSTRUMENTS.map(({ symbol }) => symbol).filter((symbol) => !COMMON_PAIRS.includes(symbol)),
];

/** Returns the canonical pair (`eurusd` is `EUR/USD`); undefined for an unknown one. */
export const findPair = (name: string): string | undefined => findInstrumentByName(name)?.symbol;
