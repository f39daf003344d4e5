import { createTrader } from '~/api/calls/admin';
import { confirmedCall } from '~/api/confirmedCall.server';
import { perform } from '~/features/admin/perform.server';
import { done, refuse } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { isOwnUpload } from '~/platform/uploads/index.server';

const call = confirmedCall(createTrader, ({ administrator, input: { otp: _, ...input }, once }) =>
  once(async (tx) => {
    const traderImage = input.traderImage || undefined;
    const owned = { ownerId: administrator.id, purpose: 'trader' } as const;
    if (traderImage && !(await isOwnUpload(tx, { id: traderImage, ...owned }))) {
      return refuse('not-own-picture', 'The picture has to be one that you uploaded here', 'traderImage');
    }
    const created = await perform(tx, byAdmin(administrator.id), 'trader-create', { ...input, traderImage });
    if (!created.ok) return created;
    const { pending, id = '', said: message } = created.value;
    return done({
      answer: pending ? { status: 'pending', id: pending, message } : { status: 'ok', code: 200, message, _id: id },
    });
  }),
);
export const loader = call.loader;
export const action = call.action;
