import type { Handle } from '~/platform/db/index.server';
import { type Copy, mustEnd } from '../../lifecycle/internal/endCopy.server';
import { RUNNING } from '../../states';
import { carryCopies, floorReason } from './copyAccount.server';

/**
 * Brings those of some copies of one trader that are running up to now (`carryCopies`), and ends those that reached their floor meanwhile,
 * at the prices of that minute.
 * @param mayHoldBack a copy may be left at an order whose quote is missing yet (`follow`): for jobs, which come again
 * @returns how many rows of the leader's log reached the copies, in all
 */
export async function carryOrEnd(tx: Handle, copies: Copy[], mayHoldBack = false): Promise<number> {
  const running = copies.filter(({ status }) => RUNNING.includes(status));
  const carried = await carryCopies(tx, running, mayHoldBack);
  for (const { copy, floorAt } of carried) {
    if (floorAt) await mustEnd(tx, copy, { reason: floorReason(copy), at: floorAt });
  }
  return carried.reduce((sum, { copy }, at) => sum + (copy.leaderOrder ?? 0) - (running[at]?.leaderOrder ?? 0), 0);
}
