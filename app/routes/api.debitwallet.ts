import { administratorCall } from '~/api/administratorCall.server';
import { debitwallet } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { done } from '~/platform/result';

const DOES = { operation: 'debit', subject: 'Operator debit', reason: 'Debited by the operator' } as const;

const call = administratorCall(debitwallet, async ({ administrator, input, once }) => {
  const moved = await once(async (tx) => {
    const result = await moveMoney(tx, administrator, input, DOES);
    return result.ok ? done({ journalId: result.value.journalId, answer: result.value.answer }) : result;
  });
  return moved.ok ? done(moved.value.answer) : moved;
});
export const loader = call.loader;
export const action = call.action;
