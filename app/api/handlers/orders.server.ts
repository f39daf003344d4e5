import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { usdNumber } from '~/ledger/money';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const orders: CallHandler<'orders'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const given = await giveOrder(tx, user, input);
      if (!given.ok) return given;
      const { text, filled, waiting } = given.value;
      return done({
        answer: {
          status: 'ok' as const,
          message: text,
          state: filled ? ('filled' as const) : ('waiting' as const),
          price: filled?.price ?? '',
          result: usdNumber(BigInt(filled?.result ?? 0)),
          order: waiting ?? 0,
        },
      });
    },
    { locks: { users: [user.id], traders: [user.id] } },
  );
