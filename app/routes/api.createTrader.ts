import { createTrader as contract } from '~/api/calls/admin';
import { createTrader } from '~/features/traders/createTrader.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done, refuse } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { isOwnUpload } from '~/platform/uploads/index.server';

const call = apiRoute(contract, async ({ administrator, input, once }) => {
  const created = await once(async (tx) => {
    const traderImage = input.traderImage || undefined;
    const owned = { ownerId: administrator.id, purpose: 'trader' } as const;
    if (traderImage && !(await isOwnUpload(tx, { id: traderImage, ...owned }))) {
      return refuse('not-own-picture', 'The picture has to be one that you uploaded here', 'traderImage');
    }
    return await createTrader(tx, byAdmin(administrator.id), { ...input, traderImage });
  });
  return created.ok ? done({ status: 200, message: 'Trader created', _id: created.value.id }) : created;
});
export const loader = call.loader;
export const action = call.action;
