import { updateTraderLog } from '~/api/calls/admin';
import { recordTrade } from '~/features/traders/recordTrade.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const call = apiRoute(updateTraderLog, async ({ administrator, input: { tradeLog }, once }) => {
  const entered = await once((tx) => recordTrade(tx, byAdmin(administrator.id), tradeLog));
  return entered.ok ? done({ status: 200, message: 'The trade is in the log', id: entered.value.id }) : entered;
});
export const loader = call.loader;
export const action = call.action;
