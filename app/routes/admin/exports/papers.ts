import { kycQueue, kycRow } from '~/features/kyc/queries.server';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('papers:read', 'kyc', { find: kycQueue, row: kycRow });
