/* The only imports of trading from the market feed. */

export type { SecondsFeed } from '~/market/feed/feed';
export { type Chance, simulatedChance, simulatedFeed } from '~/market/feed/simulated';
export { INSTRUMENTS, type Instrument } from '~/market/instruments';
