import { COMPLAINT_COLUMNS, complaintLines } from '~/features/support/queries.server';
import { exportList } from './exportList.server';

/** Every complaint with its dates, to take along. */
export const loader = exportList('support:read', 'complaints', COMPLAINT_COLUMNS, complaintLines);
