import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { endRequest, findTraderOfUser } from './submitLeaderRequest.server';

/** Retires an investor's trader; a job ends its copies. */
export async function stopBeingCopied(
  tx: Handle,
  user: ActingInvestor,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const own = await findTraderOfUser(tx, user.id);
  if (!own || own.status === 'retired') return refuse('not-copied', 'Nobody can copy you now.');
  const retired = await setTraderState(tx, createInvestorActor(user.id), own.id, 'retire');
  return retired.ok ? done({ id: own.id }) : retired;
}

export async function endBeingCopied(tx: Handle, by: Actor, userId: string): Promise<void> {
  await endRequest(tx, by, userId);
  const own = await findTraderOfUser(tx, userId);
  if (!own || own.status === 'retired') return;
  const retired = await setTraderState(tx, SYSTEM_ACTOR, own.id, 'retire');
  if (!retired.ok) throw new Error(`Trader ${own.id} could not retire: ${retired.error.message}`);
}
