/** What a trade in the log can be about. */
export const PAIRS = [
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
] as const;

export type Pair = (typeof PAIRS)[number];
