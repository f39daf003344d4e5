export { copyJobs } from './jobs.server';
export { catchUp } from './mirrorTrade.server';
export { startCopy } from './startCopy.server';
export { stopCopiesOf } from './stopCopy.server';
