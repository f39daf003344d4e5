export { copyJobs, mirrorSome, releaseSome, runJobNow } from './jobs.server';
export { startCopy } from './lifecycle/startCopy.server';
export { stopCopiesOf } from './lifecycle/stopCopy.server';
export { takeOverActs } from './lifecycle/takeOverActs.server';
export { copiesOf, copyRow, type OwnedCopy, openInCopies } from './queries.server';
export { HOLDING } from './states';
export {
  copiesHolding,
  effectOfTrades,
  effectOnCopies,
  moneyInCopies,
  moneyWaiting,
} from './typedResults/effectOnCopies.server';
export { catchUp } from './typedResults/mirrorTrade.server';
export { copyResults, countedResults } from './typedResults/results.server';
