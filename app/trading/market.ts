/* Imports of `app/trading` from the market feed. All of them go through this file. */

export type { SecondsFeed } from '~/market/feed/feed';
export { type Chance, simulatedChance, simulatedFeed } from '~/market/feed/simulated';
export { INSTRUMENTS, type Instrument } from '~/market/instruments';
