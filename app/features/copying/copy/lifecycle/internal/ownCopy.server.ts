import { copy } from '#drizzle/schema';
import { holdClock } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { done, type Result, refuse } from '~/platform/result';
import { catchUpCopy } from '../../following/closedResults.server';
import { RUNNING_COPY_STATES } from '../../states';
import type { Copy } from './endCopy.server';

/** Loads a copy; refuses with "not found" unless `owner` owns it. */
export async function loadOwnCopy(tx: Handle, owner: string, id: string): Promise<Result<Copy>> {
  const [found] = await verified(tx, copy, { id });
  return found?.userId === owner ? done(found) : refuse('not-found', 'There is no such copy.');
}

/** Returns a copy that its owner is about to change, advanced to now. From then on the transaction's clock is fixed. */
export async function catchUpOwnCopy(tx: Handle, owner: string, id: string): Promise<Result<Copy>> {
  const found = await loadOwnCopy(tx, owner, id);
  holdClock();
  if (!found.ok || !RUNNING_COPY_STATES.includes(found.value.status)) return found;
  return done(await catchUpCopy(tx, id));
}

/** Returns the copy as `catchUpOwnCopy` does. Refuses a copy that has ended. */
export async function loadRunningCopy(tx: Handle, owner: string, id: string): Promise<Result<Copy>> {
  const found = await catchUpOwnCopy(tx, owner, id);
  if (!found.ok || RUNNING_COPY_STATES.includes(found.value.status)) return found;
  return refuse('wrong-state', `Nothing was changed: this copy is ${found.value.status}.`);
}
