import { upgradeUser } from '~/api/calls/admin';
import { confirmedCall } from '~/api/confirmedCall.server';
import { moveMoney } from '~/api/moveMoney.server';
import { done } from '~/platform/result';

const DOES = {
  operation: 'profit',
  subject: 'Profit added by the operator',
  reason: 'Profit added by the operator',
} as const;

const call = confirmedCall(upgradeUser, ({ administrator, input, once }) =>
  once(async (tx) => {
    const moved = await moveMoney(tx, administrator, input, DOES);
    return moved.ok ? done({ journalId: moved.value.journalId, answer: moved.value.answer }) : moved;
  }),
);
export const loader = call.loader;
export const action = call.action;
