export { copyJobs } from './jobs.server';
export { startCopy } from './startCopy.server';
export { stopCopiesOf } from './stopCopy.server';
