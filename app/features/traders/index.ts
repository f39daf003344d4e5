export { createTrader } from './createTrader.server';
export { importHistory } from './importHistory.server';
export { leaderCapital } from './rules';
export { simulateHistory, type TraderSeed } from './simulate';
