export { createTrader } from './createTrader.server';
export { traderJobs } from './jobs.server';
export type { SuggestedTrader } from './list/facts';
export type { FeaturedTrader } from './list/featured.server';
export { pictureOfTrader } from './list/picture.server';
export { suggestedTraders } from './list/suggested.server';
export { unwatchAll } from './list/watch.server';
export { recordTrade } from './log/recordTrade.server';
export { importSchema } from './log/tradeCsv';
export { copiedCapital } from './record/internal/copiers.server';
export { figuresOfOwnTrading } from './record/internal/keepFigures.server';
export {
  completeSchema,
  importFormSchema,
  traderChangeSchema,
  traderIdSchema,
  traderSchema,
  tradeSchema,
  voidSchema,
} from './schema';
export { returnTrader, setTraderState, takesNewCopies } from './setTraderState.server';
export { type ClosedResult, importHistory } from './simulated/importHistory.server';
export { addSimulatedTrader, canSimulate, type Past, pastOf } from './simulated/simulatedTrader.server';
export { tradeOn } from './simulated/tradeOn.server';
export { typedLabel } from './sources';
export { updateTrader } from './updateTrader.server';
