/* All that trading takes from the market feed, in one place. */

export type { SecondsFeed } from '~/market/feed/feed';
export { type Chance, simulatedChance, simulatedFeed } from '~/market/feed/simulated';
export { INSTRUMENTS, type Instrument } from '~/market/instruments';
