import type { WaitingOrder } from '../accounts/account';
import type { Copied } from './copied';
import { scaled, splitOrder } from './sizing';

/** Returns the outcome of leader's orders that still wait as a copy ends, or as the leader closes what it held: none is followed. */
export const droppedOrders = (
  waiting: readonly WaitingOrder[],
  at: number,
  skipped: 'ended' | 'leader-closed' = 'ended',
): Copied[] =>
  waiting.flatMap(({ id: instrument, size, follows, takesOver = false }): Copied[] => {
    if (!follows) return [];
    const none = { instrument, size: 0n, skipped, cut: null, orders: [], at };
    const { leverage: _, ...told } = follows;
    const { opens } = splitOrder(told.leaderHeld, size);
    const wanted = scaled(opens, told.copyEquity, told.leaderEquity);
    return [{ ...told, ...none, wanted, takenOver: takesOver, leaderSize: size }];
  });
