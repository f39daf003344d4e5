export { createAdministrator } from './createAdministrator.server';
export { adminJobs } from './jobs.server';
