import { TRADER_COLUMNS, traderLines } from '~/features/copying/traders/list/queries.server';
import { exportList } from '../exportList.server';

export const loader = exportList('traders:read', 'traders', TRADER_COLUMNS, traderLines);
