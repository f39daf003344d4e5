export { signalJobs } from './jobs.server';
