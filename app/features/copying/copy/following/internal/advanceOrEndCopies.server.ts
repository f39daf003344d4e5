import type { Handle } from '~/platform/db/index.server';
import { type Copy, endCopyOrThrow } from '../../lifecycle/internal/endCopy.server';
import { RUNNING_COPY_STATES } from '../../states';
import { advanceCopies, describeEndReason } from './copyAccount.server';
import { type AdvanceMode, NeedsLeaderError } from './leader.server';

/** Advances running copies of one trader to now, and ends those at their floor. @returns the number of the leader's orders applied */
export async function advanceOrEndCopies(tx: Handle, copies: Copy[], work: AdvanceMode = 'act'): Promise<number> {
  const running = copies.filter(({ status }) => RUNNING_COPY_STATES.includes(status));
  const advanced = await advanceCopies(tx, running, work);
  for (const { copy, floorAt } of advanced) {
    if (floorAt && work === 'beside') throw new NeedsLeaderError('A copy has ended');
    if (floorAt) await endCopyOrThrow(tx, copy, { reason: describeEndReason(copy), at: floorAt });
  }
  return advanced.reduce((sum, { copy }, at) => sum + (copy.leaderOrder ?? 0) - (running[at]?.leaderOrder ?? 0), 0);
}
