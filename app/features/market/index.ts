export type { Candle, Quote, Timeframe } from './feed/feed';
export { TIMEFRAMES } from './feed/feed';
export { marketFeed } from './feed/index.server';
export type { Instrument } from './instruments';
export { INSTRUMENTS, instrumentOf, mustInstrument } from './instruments';
export { chartOf, pricesOf } from './queries.server';
export { chosen } from './query';
