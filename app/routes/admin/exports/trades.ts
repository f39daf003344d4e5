import { TRADE_COLUMNS, tradeLines } from '~/features/copying/traders/log/tradeLog.server';
import { exportList } from '../exportList.server';

export const loader = exportList('traders:read', 'trader-log', TRADE_COLUMNS, tradeLines);
