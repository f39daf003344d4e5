import { exportList } from '../exportList.server';

export const loader = exportList('identity-checks');
