import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import type { AuthRefusal } from '~/features/people/auth/signIn/signInAnswers.server';
import { confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { closeAccount } from './closeAccount.server';

export async function closeOwnAccount(
  user: User,
  { email, password, otp }: { email: string; password: string; otp?: string },
  { address, sessionHash }: { address: string; sessionHash: string },
): Promise<Result<{ userId: string }, AuthRefusal>> {
  const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
  if (!known.ok) return known;
  const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
  if (!confirmed.ok) return confirmed;
  const closing = { userId: user.id, reason: 'you asked for it', submittedEmail: email };
  return await write((tx) => closeAccount(tx, createInvestorActor(user.id), closing));
}
