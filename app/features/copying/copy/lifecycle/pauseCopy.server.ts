import type { Handle } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { hasPositions } from '../following/internal/copyAccount.server';
import { advanceCopy } from '../following/internal/copyActs.server';
import { catchUpOwnCopy } from './internal/ownCopy.server';

/** Pauses a copy: a result that is dated or recorded while the copy is paused never reaches it. */
export const pauseCopy = (tx: Handle, user: ActingInvestor, id: string) => changeState(tx, user, id, 'pause');

/**
 * Resumes a paused copy. Orders and results of the pause are not copied. A freeze of copying blocks resuming, since the copy would open
 * positions.
 */
export const resumeCopy = (tx: Handle, user: ActingInvestor, id: string) => changeState(tx, user, id, 'resume');

async function changeState(
  tx: Handle,
  user: ActingInvestor,
  id: string,
  event: 'pause' | 'resume',
): Promise<Result<{ id: string; hasPositions: boolean }>> {
  const open = await findActingUser(tx, user, { begin: event === 'resume' ? 'copying' : undefined });
  if (!open.ok) return open;
  const found = await catchUpOwnCopy(tx, user.id, id);
  if (!found.ok) return found;
  const moved = await advanceCopy(tx, { id, event, by: createInvestorActor(user.id), owner: user.id });
  return moved.ok ? done({ id, hasPositions: hasPositions(moved.value) }) : moved;
}
