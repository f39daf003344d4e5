import { leaderQueue, leaderRow } from '~/features/copying/beingCopied/queries.server';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('traders:read', 'trader-applications', { find: leaderQueue, row: leaderRow });
