import { COMPLAINT_COLUMNS, complaintLines } from '~/features/people/support/queries.server';
import { exportList } from './exportList.server';

export const loader = exportList('support:read', 'complaints', COMPLAINT_COLUMNS, complaintLines);
