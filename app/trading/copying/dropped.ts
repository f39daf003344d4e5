import type { WaitingOrder } from '../accounts/account';
import type { Copied } from './copied';
import { scaled, splitOrder } from './sizing';

/** Returns the outcome of leader's orders that still wait when a copy ends: none is followed, each with that reason. */
export const droppedOrders = (waiting: readonly WaitingOrder[], at: number): Copied[] =>
  waiting.flatMap(({ id: instrument, size, follows, takesOver }): Copied[] => {
    const none = { instrument, size: 0n, skipped: 'ended', cut: null, orders: [], at } as const;
    if (takesOver) return [{ ...takesOver, ...none, takenOver: true, leaderHeld: 0n }];
    if (!follows) return [];
    const { leverage: _, ...told } = follows;
    const { opens } = splitOrder(told.leaderHeld, size);
    const wanted = scaled(opens, told.copyEquity, told.leaderEquity);
    return [{ ...told, ...none, wanted, takenOver: false, leaderSize: size }];
  });
