import { ownView } from '~/features/copying/liveTrading/ownView.server';
import { usdNumber } from '~/ledger/money';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

const NOTHING = { equity: 0n, cash: 0n, margin: 0n, removable: 0n, positions: [], orders: [] };

export const positions: CallHandler<'positions'> = async ({ user }) => {
  const view = (await ownView(user.id)) ?? NOTHING;
  return done({
    status: 'ok' as const,
    equity: usdNumber(view.equity),
    cash: usdNumber(view.cash),
    margin: usdNumber(view.margin),
    removable: usdNumber(view.removable),
    positions: view.positions.map(({ symbol, side, size, entry, price, result, leverage, stop, takeProfit }) => ({
      symbol,
      side,
      size,
      entry,
      price,
      leverage,
      result: usdNumber(result),
      stop: stop ?? '',
      takeProfit: takeProfit ?? '',
    })),
    orders: view.orders.map(({ key, symbol, side, size, kind, price, stop, takeProfit, since }) => ({
      order: key,
      symbol,
      side,
      size,
      type: kind,
      price: price ?? '',
      stop: stop ?? '',
      takeProfit: takeProfit ?? '',
      at: since.toISOString(),
    })),
  });
};
