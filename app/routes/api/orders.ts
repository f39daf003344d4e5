import { orders } from '~/api/calls/trading';
import { giveOrder } from '~/features/liveTrading/ownOrders.server';
import { usdNumber } from '~/ledger/money';
import { done, refuse } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(orders, ({ user, input, once }) =>
  once(async (tx) => {
    if (!user.pdtUnlocked)
      return refuse('locked', 'Live trading is locked for your account. Ask support to unlock it.');
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
  }),
);
export const loader = call.loader;
export const action = call.action;
