import { upgradeUser } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { upgradeProfit } from '~/features/admin/moveBalance.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const DOES = { subject: 'Profit added by the operator', reason: 'Profit added by the operator' };

const call = apiRoute(upgradeUser, async ({ administrator, input, once }) => {
  const by = byAdmin(administrator.id);
  const moved = await once(async (tx) => {
    const result = await moveMoney(tx, input, DOES, (act) => upgradeProfit(tx, by, act));
    return result.ok ? done({ journalId: result.value.journalId, answer: result.value.answer }) : result;
  });
  return moved.ok ? done(moved.value.answer) : moved;
});
export const loader = call.loader;
export const action = call.action;
