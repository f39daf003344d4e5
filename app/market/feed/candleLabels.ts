import type { Timeframe } from './feed';

export const CANDLE_LABELS: Record<Timeframe, string> = {
  '1m': 'one-minute candles',
  '5m': 'five-minute candles',
  '15m': 'fifteen-minute candles',
  '1h': 'hourly candles',
  '4h': 'four-hour candles',
  '1d': 'daily candles',
};
