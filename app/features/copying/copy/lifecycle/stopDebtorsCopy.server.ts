import { copy } from '#drizzle/schema';
import { type ActQueue, act, reasonSchema } from '~/features/backoffice';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import { copyMachine } from '../states';
import type { Ended } from './internal/endCopy.server';
import { stopAfterCatchUp } from './stopCopy.server';

/** Stops a copy of a user with a debt from a charged-back deposit. The proceeds pay the debt first. */
export async function stopDebtorsCopy(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<Ended>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const [found] = await verified(tx, copy, { id });
  if (!found) return refuse('not-found', 'There is no such copy.');
  if ((await readReceivable(tx, found.userId)) === 0n)
    return refuse('not-owed', 'Its owner owes nothing, so only the owner can stop it.');
  return await stopAfterCatchUp(tx, by, found, reason);
}

export const COPY_STOP = act({
  name: 'copy-stop',
  right: 'balances:change',
  event: 'stop',
  schema: reasonSchema,
  run: (tx, by, { id, reason }) => stopDebtorsCopy(tx, by, id, reason),
  title: async (tx, { id }) => {
    const [found] = await verified(tx, copy, { id });
    return `Stop a copy of ${found ? await requireUser(tx, found.userId) : id}`;
  },
  takesTwo: 'it stops a user’s copy to cover what they owe',
  toast: () => 'The copy was stopped',
});

export const createCopyDecisions = (path: string): ActQueue => ({
  path,
  right: 'balances:change',
  machine: copyMachine,
  decisions: { stop: COPY_STOP },
});
