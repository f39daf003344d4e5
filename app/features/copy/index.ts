export { beginNow, copyJobs, mirrorSome, releaseSome } from './jobs.server';
export { catchUp, mirrorToSome } from './mirrorTrade.server';
export { startCopy } from './startCopy.server';
export { HOLDING } from './states';
export { stopCopiesOf } from './stopCopy.server';
export { tellEntry, tellVoid } from './tellEffect.server';
export { voidInSome } from './voidMirrors.server';
