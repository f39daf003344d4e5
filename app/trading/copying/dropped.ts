import type { WaitingOrder } from '../accounts/account';
import type { Copied } from './copied';
import { scaled, splitOrder } from './sizing';

/** Returns the outcomes of the leader's waiting orders when a copy ends or the leader closes: none is filled. */
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
