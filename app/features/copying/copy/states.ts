import type { COPY_STATES, MIRROR_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type CopyState = (typeof COPY_STATES)[number];

/**
 * A copy of a trader. While it is active it receives results; while it is paused it does not. When it stops, its money returns to its
 * owner. In live mode the money first waits, for at most a day, until all results from before the stop are entered; meanwhile the copy is
 * stopping. If the result that ended a copy is voided, the copy returns as paused.
 */
export const copyMachine = {
  thing: 'copy',
  initial: ['active'],
  events: {
    pause: { from: ['active'], to: 'paused', by: ['investor'] },
    resume: { from: ['paused'], to: 'active', by: ['investor'] },
    // The system stops a copy when its floor is reached or its trader retires.
    stop: { from: ['active', 'paused'], to: 'stopped', by: ['investor', 'admin', 'system'] },
    'begin-stop': { from: ['active', 'paused'], to: 'stopping', by: ['investor', 'admin', 'system'] },
    'finish-stop': { from: ['stopping'], to: 'stopped', by: ['system'] },
    return: { from: ['stopping', 'stopped'], to: 'paused', by: ['system'] },
  },
} as const satisfies Machine<CopyState, string>;

/** States in which a copy's owner can change it. */
export const RUNNING_COPY_STATES: CopyState[] = ['active', 'paused'];

/** States in which a copy holds money. */
export const FUNDED_COPY_STATES: CopyState[] = ['active', 'paused', 'stopping'];

/** States of a manual result whose amount is in the copy. */
export const COUNTED_RESULT_STATES: (typeof MIRROR_STATES)[number][] = ['posted', 'voiding', 'kept'];

/** Returns the text of an empty list of trades: there were no manual results, or no orders of the leader while the copy ran. */
export function describeMissingComparison({
  leaderOrder,
  status,
}: {
  leaderOrder: number | null;
  status: CopyState;
}): string {
  if (leaderOrder === null) return 'No result of the trader has been entered for the time of this copy.';
  return RUNNING_COPY_STATES.includes(status)
    ? 'The trader has not traded since this copy began.'
    : 'The trader did not trade while this copy ran.';
}
