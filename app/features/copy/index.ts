export { copiesHolding, effectOfTrades, effectOnCopies, moneyInCopies, moneyWaiting } from './effectOnCopies.server';
export { copyJobs, mirrorSome, releaseSome, runJobNow } from './jobs.server';
export { catchUp } from './mirrorTrade.server';
export { copiesOf, copyRow } from './queries.server';
export { copyResults, countedResults } from './results.server';
export { startCopy } from './startCopy.server';
export { HOLDING } from './states';
export { stopCopiesOf } from './stopCopy.server';
