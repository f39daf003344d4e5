export { planJobs } from './jobs.server';
