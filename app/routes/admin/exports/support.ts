import { supportQueue, supportRow } from '~/features/people/support/queries.server';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('support:read', 'support', { find: supportQueue, row: supportRow });
