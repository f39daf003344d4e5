/* All that trading takes from the market feed, in one place. */

export type { SecondsFeed } from '~/features/market/feed/feed';
export { simulatedFeed } from '~/features/market/feed/simulated';
export { INSTRUMENTS, type Instrument } from '~/features/market/instruments';
