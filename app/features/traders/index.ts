export { createTrader } from './createTrader.server';
export { importHistory } from './importHistory.server';
export { recordTrade } from './recordTrade.server';
export { leaderCapital } from './rules';
export { tradeSchema } from './schema';
export { simulateHistory, type TraderSeed } from './simulate';
