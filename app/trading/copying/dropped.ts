import type { WaitingOrder } from '../accounts/account';
import type { Copied } from './copied';
import { scaled, splitOrder } from './sizing';

/**
 * What came of orders of the leader that still wait for a price when a copy ends: none is followed, each with that reason, so
 * that every order of the leader stays accounted for.
 * @param at when the copy ended, milliseconds
 */
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
