export type { Candle, Quote, Timeframe } from './feed/feed';
export { TIMEFRAMES } from './feed/feed';
export { marketFeed } from './feed/index.server';
export { recallAnswers } from './feed/shelf.server';
export type { Instrument } from './instruments';
export { INSTRUMENTS, instrumentOf, mustInstrument } from './instruments';
export { marketJobs } from './jobs.server';
export { chartOf, pricesOf } from './queries.server';
export { chosen } from './query';
