import { administratorCall } from '~/api/administratorCall.server';
import { updateTraderLog } from '~/api/calls/admin';
import { perform } from '~/features/admin/perform.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const call = administratorCall(updateTraderLog, async ({ administrator, input: { tradeLog }, once }) => {
  const entered = await once((tx) => perform(tx, byAdmin(administrator.id), 'record-trade', tradeLog));
  if (!entered.ok) return entered;
  const { pending, said } = entered.value;
  return pending ? done({ status: 'pending', id: pending, message: said }) : done({ status: 200, message: said });
});
export const loader = call.loader;
export const action = call.action;
