export { ownTradingJobs } from './jobs.server';
export { windDown } from './windDown.server';
