import { USER_COLUMNS, userLines } from '~/features/people/users/users.server';
import { exportList } from '../exportList.server';

export const loader = exportList('users:read', 'users', USER_COLUMNS, userLines);
