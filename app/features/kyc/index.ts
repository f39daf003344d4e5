export { KYC_FILES } from './files';
export { kycJobs } from './jobs.server';
export { latestKyc, latestKycOf } from './queries.server';
export { kycSchema } from './schema';
export { shownState } from './states';
export { submitKyc } from './submitKyc.server';
