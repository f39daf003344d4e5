import { deleteTrader } from '~/api/calls/admin';
import { setTraderState } from '~/features/traders/setTraderState.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const call = apiRoute(deleteTrader, async ({ administrator, input: { id }, once }) => {
  const retired = await once(async (tx) => {
    const moved = await setTraderState(tx, byAdmin(administrator.id), id, 'retire');
    return moved.ok ? done({ name: moved.value.name }) : moved;
  });
  return retired.ok ? done({ status: 200, message: `${retired.value.name} has retired` }) : retired;
});
export const loader = call.loader;
export const action = call.action;
