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
    const { leverage: _, ...fields } = follows;
    const { opens } = splitOrder(fields.leaderHeld, size);
    const wanted = scaled(opens, fields.copyEquity, fields.leaderEquity);
    return [{ ...fields, ...none, wanted, takenOver: takesOver, leaderSize: size }];
  });
