export type { Candle, Quote, Timeframe } from '~/market/feed/feed';
export { TIMEFRAMES } from '~/market/feed/feed';
export { marketFeed } from '~/market/feed/index.server';
export { loadResponses } from '~/market/feed/responseCache.server';
export type { Instrument } from '~/market/instruments';
export { INSTRUMENTS, instrumentOf, mustInstrument } from '~/market/instruments';
export { marketJobs } from './jobs.server';
export { chartOf, pricesOf } from './queries.server';
export { choiceIn } from './query';
