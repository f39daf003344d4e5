import { perform } from '~/features/backoffice/approvals/perform.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { isOwnUpload, uploadNamed } from '~/uploads/store.server';
import type { CallHandler } from '../callHandler';
import { PICTURE_LEFT_OUT } from '../fields';

export const createTrader: CallHandler<'createTrader'> = ({ administrator, input: { otp: _, ...input }, once }) =>
  once(async (tx) => {
    const sent = input.traderImage ? uploadNamed(input.traderImage) : undefined;
    const owned = { ownerId: administrator.id, purpose: 'trader' } as const;
    const isOwn = sent !== undefined && (await isOwnUpload(tx, { id: sent, ...owned }));
    const traderImage = isOwn ? sent : undefined;
    const created = await perform(tx, byAdmin(administrator.id), TRADER_ACTS['trader-create'], {
      ...input,
      traderImage,
    });
    if (!created.ok) return created;
    const { pending, id = '', said } = created.value;
    const message = sent !== undefined && !isOwn ? `${said}. ${PICTURE_LEFT_OUT}` : said;
    return done({
      answer: pending ? { status: 'pending', id: pending, message } : { status: 'ok', code: 200, message, _id: id },
    });
  });
