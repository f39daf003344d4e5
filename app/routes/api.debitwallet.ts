import { debitwallet } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { debitUser } from '~/features/admin/moveBalance.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const DOES = { subject: 'Operator debit', reason: 'Debited by the operator' };

const call = apiRoute(debitwallet, async ({ administrator, input, once }) => {
  const by = byAdmin(administrator.id);
  const moved = await once(async (tx) => {
    const result = await moveMoney(tx, input, DOES, (act) => debitUser(tx, by, act));
    return result.ok ? done({ journalId: result.value.journalId, answer: result.value.answer }) : result;
  });
  return moved.ok ? done(moved.value.answer) : moved;
});
export const loader = call.loader;
export const action = call.action;
