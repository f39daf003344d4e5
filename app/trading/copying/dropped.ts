import type { WaitingOrder } from '../accounts/account';
import type { Copied } from './copied';
import { scaled, splitOrder } from './sizing';

/** Returns the outcomes of a copy's waiting orders that end unfilled, because the copy ended or the leader closed the position first. */
export const outcomesOfDropped = (
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
