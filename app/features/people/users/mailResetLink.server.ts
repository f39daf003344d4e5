import { sendPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findVerifiedUser } from '~/signIns/userById.server';

export async function sendResetLinkToUser(tx: Handle, by: Actor, userId: string): Promise<Result<{ email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'users:help');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (known?.status !== 'open') return refuse('not-found', 'There is no such user.');
  await sendPasswordReset(tx, by, known);
  return done({ email: known.email });
}
