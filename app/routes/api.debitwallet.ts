import { administratorCall } from '~/api/administratorCall.server';
import { debitwallet } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { done } from '~/platform/result';

const DOES = { operation: 'debit', subject: 'Operator debit', reason: 'Debited by the operator' } as const;

const call = administratorCall(debitwallet, ({ administrator, input, once }) =>
  once(async (tx) => {
    const moved = await moveMoney(tx, administrator, input, DOES);
    return moved.ok ? done({ journalId: moved.value.journalId, answer: moved.value.answer }) : moved;
  }),
);
export const loader = call.loader;
export const action = call.action;
