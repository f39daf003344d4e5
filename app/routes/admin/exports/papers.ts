import { kycQueue, kycRow } from '~/features/people/kyc/queries.server';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('papers:read', 'identity-checks', { find: kycQueue, row: kycRow });
