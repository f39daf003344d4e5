export { AUDIT_FIGURES } from './checkBooks.server';
export { createAdministrator } from './createAdministrator.server';
export { adminJobs } from './jobs.server';
