import { perform } from '~/features/backoffice/approvals/perform.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import type { CallHandler } from '../callHandler';

export const deleteTrader: CallHandler<'deleteTrader'> = ({ administrator, input: { id }, once }) =>
  once(async (tx) => {
    const retired = await perform(tx, byAdmin(administrator.id), TRADER_ACTS['trader-retire'], { id });
    if (!retired.ok) return retired;
    const { pending, name, said } = retired.value;
    if (pending) return done({ answer: { status: 'pending', id: pending, message: said } });
    return done({ answer: { status: 200, message: `${name} has retired` } });
  });
