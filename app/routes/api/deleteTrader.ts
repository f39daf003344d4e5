import { deleteTrader } from '~/api/calls/admin';
import { confirmedCall } from '~/api/confirmedCall.server';
import { perform } from '~/features/approvals/perform.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const call = confirmedCall(deleteTrader, ({ administrator, input: { id }, once }) =>
  once(async (tx) => {
    const retired = await perform(tx, byAdmin(administrator.id), 'trader-retire', { id });
    if (!retired.ok) return retired;
    const { pending, name, said } = retired.value;
    if (pending) return done({ answer: { status: 'pending', id: pending, message: said } });
    return done({ answer: { status: 'ok', code: 200, message: `${name} has retired` } });
  }),
);
export const loader = call.loader;
export const action = call.action;
