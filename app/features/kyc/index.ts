export { KYC_FILES } from './files';
export { latestKyc, latestKycOf } from './queries.server';
export { kycSchema } from './schema';
export { submitKyc } from './submitKyc.server';
