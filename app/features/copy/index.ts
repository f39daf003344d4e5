export { effectOnCopies, moneyInCopies, moneyWaiting } from './effectOnCopies.server';
export { beginNow, copyJobs, mirrorSome, releaseSome } from './jobs.server';
export { catchUp } from './mirrorTrade.server';
export { startCopy } from './startCopy.server';
export { HOLDING } from './states';
export { stopCopiesOf } from './stopCopy.server';
