import { fundwallet } from '~/api/calls/admin';
import { confirmedCall } from '~/api/confirmedCall.server';
import { moveMoney } from '~/api/moveMoney.server';
import { uplineOf } from '~/api/upline.server';
import { done } from '~/platform/result';

const DOES = { operation: 'credit', subject: 'Deposit approved', reason: 'Deposit received' } as const;

const call = confirmedCall(fundwallet, ({ administrator, input, once }) =>
  once(async (tx) => {
    const moved = await moveMoney(tx, administrator, input, DOES);
    if (!moved.ok) return moved;
    const { user, answer, journalId } = moved.value;
    if (answer.status === 'pending') return done({ answer });
    return done({ journalId, answer: { ...answer, ...(await uplineOf(tx, user, journalId ?? '')) } });
  }),
);
export const loader = call.loader;
export const action = call.action;
