import { createTrader as contract } from '~/api/calls/admin';
import { createTrader } from '~/features/traders/createTrader.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done, refuse } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { isOwnUpload } from '~/platform/uploads/index.server';

const call = apiRoute(contract, ({ administrator, input, once }) =>
  once(async (tx) => {
    const traderImage = input.traderImage || undefined;
    const owned = { ownerId: administrator.id, purpose: 'trader' } as const;
    if (traderImage && !(await isOwnUpload(tx, { id: traderImage, ...owned }))) {
      return refuse('not-own-picture', 'The picture has to be one that you uploaded here', 'traderImage');
    }
    const created = await createTrader(tx, byAdmin(administrator.id), { ...input, traderImage });
    if (!created.ok) return created;
    return done({ answer: { status: 200, message: 'Trader created', _id: created.value.id } });
  }),
);
export const loader = call.loader;
export const action = call.action;
