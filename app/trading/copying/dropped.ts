import type { WaitingOrder } from '../accounts/account';
import type { CopiedOutcome } from './copied';
import { scaleSize, splitOrder } from './sizing';

/**
 * Returns the outcomes of a copy's waiting orders that are dropped unfilled, because the copy ended or the leader
 * closed the position first.
 */
export const outcomesOfDroppedOrders = (
  waiting: readonly WaitingOrder[],
  at: number,
  skipped: 'ended' | 'leader-closed' = 'ended',
): CopiedOutcome[] =>
  waiting.flatMap(({ id: instrument, size, follows, takesOver = false }): CopiedOutcome[] => {
    if (!follows) return [];
    const none = { instrument, size: 0n, skipped, cut: null, orders: [], at };
    const { leverage: _, ...fields } = follows;
    const { opens } = splitOrder(fields.leaderHeld, size);
    const target = scaleSize(opens, fields.copyEquity, fields.leaderEquity);
    return [{ ...fields, ...none, wanted: target, takenOver: takesOver, leaderSize: size }];
  });
