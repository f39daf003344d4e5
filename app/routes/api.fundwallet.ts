import { administratorCall } from '~/api/administratorCall.server';
import { fundwallet } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { uplineOf } from '~/api/upline.server';
import { done } from '~/platform/result';

const DOES = { operation: 'credit', subject: 'Deposit approved', reason: 'Deposit received' } as const;

const call = administratorCall(fundwallet, async ({ administrator, input, once }) => {
  const funded = await once(async (tx) => {
    const moved = await moveMoney(tx, administrator, input, DOES);
    if (!moved.ok) return moved;
    const { user, answer, journalId } = moved.value;
    const pending = answer.status === 'pending';
    const whole = pending ? answer : { ...answer, ...(await uplineOf(tx, user, journalId ?? '')) };
    return done({ journalId, answer: whole });
  });
  return funded.ok ? done(funded.value.answer) : funded;
});
export const loader = call.loader;
export const action = call.action;
