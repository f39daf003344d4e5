import { write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { byInvestor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { type AuthRefusal, checkOwnPassword } from '../auth';
import { confirmPerson } from '../twofactor';
import { closeAccount } from './closeAccount.server';

/**
 * A user leaves: shown to be them by the password and, where it is on, the second factor, and meant by the typed
 * address. What is owed to them stays owed.
 */
export async function closeOwnAccount(
  user: User,
  { email, password, otp }: { email: string; password: string; otp?: string },
  { address, sessionHash }: { address: string; sessionHash: string },
): Promise<Result<{ userId: string }, AuthRefusal>> {
  const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
  if (!known.ok) return known;
  const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
  if (!confirmed.ok) return confirmed;
  const closing = { userId: user.id, reason: 'you asked for it', typedEmail: email };
  return await write((tx) => closeAccount(tx, byInvestor(user.id), closing));
}
