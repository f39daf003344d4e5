export { createTrader, traderRow } from './createTrader.server';
export { importHistory } from './importHistory.server';
export { recordTrade } from './recordTrade.server';
export { leaderCapital } from './rules';
export { traderIdSchema, traderSchema, tradeSchema } from './schema';
export { setTraderState } from './setTraderState.server';
export { simulateHistory, type TraderSeed } from './simulate';
export { traderChanges, updateTrader } from './updateTrader.server';
