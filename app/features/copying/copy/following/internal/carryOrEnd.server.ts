import type { Handle } from '~/platform/db/index.server';
import { type Copy, mustEnd } from '../../lifecycle/internal/endCopy.server';
import { RUNNING } from '../../states';
import { carryCopies, floorReason } from './copyAccount.server';

/** Brings running copies of one trader up to now, and ends those at their floor. @returns how many rows of the leader's log reached them */
export async function carryOrEnd(tx: Handle, copies: Copy[], mayHoldBack = false): Promise<number> {
  const running = copies.filter(({ status }) => RUNNING.includes(status));
  const carried = await carryCopies(tx, running, mayHoldBack);
  for (const { copy, floorAt } of carried) {
    if (floorAt) await mustEnd(tx, copy, { reason: floorReason(copy), at: floorAt });
  }
  return carried.reduce((sum, { copy }, at) => sum + (copy.leaderOrder ?? 0) - (running[at]?.leaderOrder ?? 0), 0);
}
