import { and, asc, eq, inArray } from 'drizzle-orm';
import { copy, copyFlow, trader } from '#drizzle/schema';
import { holdClock } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { done, type Result } from '~/platform/result';
import { type Actor, createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { catchUpCopy } from '../following/closedResults.server';
import { RUNNING_COPY_STATES } from '../states';
import { type Ended, endCopy } from './internal/endCopy.server';
import { loadOwnCopy } from './internal/ownCopy.server';

/** Ends a copy for its owner. Its money is available immediately or, in live mode, within a day (`endCopy`). */
export async function stopCopy(tx: Handle, user: ActingInvestor, id: string): Promise<Result<Ended>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const found = await loadOwnCopy(tx, user.id, id);
  if (!found.ok) return found;
  return await stopAfterCatchUp(tx, createInvestorActor(user.id), found.value, 'you stopped it');
}

export function formatStopMessage({ due, closing }: Pick<Ended, 'due' | 'closing'>): string {
  if (!due) return 'The copy has stopped. Its cash is available again.';
  return closing
    ? `The copy is stopping. Each position closes at the next price of its market. The rest is then available, about ${due}.`
    : `The copy is stopping. Its money is available by ${due}; earlier results can still be entered until then.`;
}

/** Ends every copy of a user whose account is being closed; `reason` is a sentence without a full stop. */
export async function stopCopiesOf(tx: Handle, by: Actor, userId: string, reason: string): Promise<void> {
  const running = and(eq(copy.userId, userId), inArray(copy.status, RUNNING_COPY_STATES));
  const own = await verified(tx, copy, running, asc(copy.id));
  for (const each of own) await stopAfterCatchUp(tx, by, each, reason);
}

export async function stopAfterCatchUp(
  tx: Handle,
  by: Actor,
  found: typeof copy.$inferSelect,
  reason: string,
): Promise<Result<Ended>> {
  holdClock();
  prefetchVerified(tx, trader, { id: found.traderId });
  prefetchVerified(tx, copyFlow, { copyId: found.id });
  const current = RUNNING_COPY_STATES.includes(found.status) ? await catchUpCopy(tx, found.id) : found;
  if (current.status !== found.status) return done({ id: found.id });
  return await endCopy(tx, by, current, { reason });
}
