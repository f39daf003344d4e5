import { leaderQueue, leaderRow } from '~/features/beingCopied/queries.server';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('traders:read', 'copy-requests', { find: leaderQueue, row: leaderRow });
