import { fundwallet } from '~/api/calls/admin';
import { moveMoney } from '~/api/moveMoney.server';
import { uplineOf } from '~/api/upline.server';
import { creditReceivedDeposit } from '~/features/wallet/creditReceivedDeposit.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';

const DOES = { subject: 'Deposit approved', reason: 'Deposit received' };

const call = apiRoute(fundwallet, async ({ administrator, input, once }) => {
  const by = byAdmin(administrator.id);
  const funded = await once(async (tx) => {
    const moved = await moveMoney(tx, input, DOES, (act) => creditReceivedDeposit(tx, by, act));
    if (!moved.ok) return moved;
    const { journalId, user, answer } = moved.value;
    return done({ journalId, answer: { ...answer, ...(await uplineOf(tx, user, journalId)) } });
  });
  return funded.ok ? done(funded.value.answer) : funded;
});
export const loader = call.loader;
export const action = call.action;
