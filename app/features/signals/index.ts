export { signalJobs } from './jobs.server';
export { giveKey, keySince } from './keys.server';
export { signalKeyGrantSchema } from './schema';
