export { latestKyc } from './queries.server';
export { kycSchema } from './schema';
export { submitKyc } from './submitKyc.server';
