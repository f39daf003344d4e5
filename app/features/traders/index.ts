export { completeLog } from './completeLog.server';
export { createTrader } from './createTrader.server';
export type { FeaturedTrader } from './featured.server';
export { importHistory } from './importHistory.server';
export { importedInWords, importInWords, importTrades } from './importTrades.server';
export { traderJobs } from './jobs.server';
export type { ListedTrader } from './queries.server';
export { recordTrade } from './recordTrade.server';
export { leaderCapital } from './rules';
export {
  completeSchema,
  importFormSchema,
  traderChangeSchema,
  traderIdSchema,
  traderSchema,
  tradeSchema,
  tradeTime,
  voidSchema,
} from './schema';
export { returnTrader, setTraderState, takesNewCopies } from './setTraderState.server';
export { simulateHistory, type TraderSeed } from './simulate';
export { addSimulatedTrader, canSimulate, type Past, pastOf } from './simulatedTrader.server';
export { suggestedTraders } from './suggested.server';
export { importSchema } from './tradeCsv';
export { tradeOn } from './tradeOn.server';
export { changedRow, traderChanges, updateTrader } from './updateTrader.server';
export { voidTrade } from './voidTrade.server';
export { unwatchAll } from './watch.server';
