import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { normalizeEmail } from '~/platform/fields/mailAddress';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { recordReset } from '~/signIns/noteReset.server';
import { endAllSessions, type User } from '~/signIns/session.server';
import { clearAccountAttempts } from '~/signIns/throttle.server';
import { mailPasswordChanged } from '../mail.server';
import { SIGN_IN_PURPOSE } from '../signIn/signIn.server';
import type { AuthRefusal } from '../signIn/signInAnswers.server';
import { markVerified } from '../signUp/usernames.server';
import { findTokenOwner, spendAllTokens, spendExpiredToken, spendToken } from '../tokens.server';
import { withNewPassword } from './passwordRules.server';

export type ResetLink = { email?: string; secret: string };

/** Parses `/resetpassword/{email}?token={secret}` and `/resetpassword/{secret}`; clients of the specification use the second form. */
export const parseResetLink = (named: string, secret: string): ResetLink =>
  named.includes('@') ? { email: normalizeEmail(named), secret } : { secret: secret || named };

export async function findUserOfResetLink({ email, secret }: ResetLink): Promise<User | null> {
  const user = await findTokenOwner(read(), 'reset', secret);
  return email === undefined || user?.email === normalizeEmail(email) ? user : null;
}

/** Changes the password by a mailed link, once. Ends sessions and other links, and mails a notice. */
export async function resetPassword(
  link: ResetLink,
  { newPassword }: { newPassword: string },
  { address }: { address: string },
): Promise<Result<{ user: User }, AuthRefusal>> {
  const user = await findUserOfResetLink(link);
  if (!user) {
    await write((tx) => spendExpiredToken(tx, link.secret));
    return refuseInvalidLink();
  }
  return await withNewPassword(newPassword, (passwordHash) =>
    write(async (tx) => {
      // The account may have been closed while the password was hashed.
      const owner = await findTokenOwner(tx, 'reset', link.secret);
      if (owner?.id !== user.id) return refuseInvalidLink();
      if (!(await spendToken(tx, { purpose: 'reset', userId: user.id, secret: link.secret })))
        return refuseInvalidLink();
      await spendAllTokens(tx, 'reset', user.id);
      // Only the owner of the address can have opened the link, so the address is verified too.
      if (!user.emailVerifiedAt) await markVerified(tx, user);
      await recordReset(tx, user.id);
      const [changed = user] = await tx
        .update(userTable)
        .set({ passwordHash, passwordChangedAt: now(), mustResetPassword: false })
        .where(eq(userTable.id, user.id))
        .returning();
      await endAllSessions(tx, user.id);
      await clearAccountAttempts(tx, { purpose: SIGN_IN_PURPOSE, address, account: user.email });
      const happened = { thingId: user.id, by: createInvestorActor(user.id), userId: user.id };
      await record(tx, { ...happened, thing: 'password', event: 'reset' });
      await mailPasswordChanged(tx, user, 'link');
      return done({ user: changed });
    }),
  );
}

const refuseInvalidLink = () => refuse('bad-token', 'error! something went wrong');
