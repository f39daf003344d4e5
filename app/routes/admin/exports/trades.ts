import { TRADE_LOG_COLUMNS, tradeLines } from '~/features/copying/traders/log/tradeLog.server';
import { exportList } from '../exportList.server';

export const loader = exportList('traders:read', 'trader-log', TRADE_LOG_COLUMNS, tradeLines);
