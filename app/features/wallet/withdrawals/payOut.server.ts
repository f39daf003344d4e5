import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { userById } from '~/signIns/userById.server';
import { requestWithdrawal } from './requestWithdrawal.server';

/** What is asked to be paid out: `amount` in cents, the charge included; the owner reads the reason. */
export type PayOut = { userId: string; method: string; amount: bigint; wallet: string; reason: string };

/**
 * An administrator asks for a withdrawal in the place of the owner of a closed account, who can't sign in. What is held is
 * then approved and paid like any other withdrawal.
 */
export async function payOutClosed(
  tx: Handle,
  by: Actor,
  { userId, method, amount, wallet, reason }: PayOut,
): Promise<Result<{ id: string; journalId: string }>> {
  const owner = await userById(tx, userId);
  if (!owner) return refuse('not-found', 'There is no such user.');
  if (owner.status !== 'closed') {
    return refuse('open', 'This account is open, so only its owner can request a withdrawal. Nothing was done.');
  }
  const asked = await requestWithdrawal(tx, owner, { method, amount, wallet }, { by, reason });
  return asked.ok ? done({ id: asked.value.id, journalId: asked.value.journalId }) : asked;
}
