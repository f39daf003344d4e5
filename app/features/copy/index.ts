export {
  copiesHolding,
  effectOnCopies,
  moneyInCopies,
  moneyWaiting,
} from './effectOnCopies.server';
export { catchUp } from './following/closedResults.server';
export { copyJobs, mirrorSome, releaseSome, runJobNow } from './jobs.server';
export { startCopy } from './lifecycle/startCopy.server';
export { stopCopiesOf } from './lifecycle/stopCopy.server';
export { takeOverActs } from './lifecycle/takeOverActs.server';
export { copiesOf, copyRow, holdingCopiesOf, type OwnedCopy, openInCopies } from './queries.server';
export { type CopyResult, copyResults, countedResults, hasResults } from './results.server';
export { HOLDING } from './states';
