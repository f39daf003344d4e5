import { deleteTrader } from '~/api/calls/admin';
import { setTraderState } from '~/features/traders/setTraderState.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const call = apiRoute(deleteTrader, ({ administrator, input: { id }, once }) =>
  once(async (tx) => {
    const retired = await setTraderState(tx, byAdmin(administrator.id), id, 'retire');
    return retired.ok ? done({ answer: { status: 200, message: `${retired.value.name} has retired` } }) : retired;
  }),
);
export const loader = call.loader;
export const action = call.action;
