export { AUDIT_FIGURES, CHANGES_FIGURES } from '~/features/books';
export { createAdministrator } from '~/features/staff';
export { adminJobs } from './jobs.server';
