import { and, eq } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { withNewPassword } from '~/features/people/auth/passwords/passwordRules.server';
import type { AuthRefusal } from '~/features/people/auth/signIn/signInAnswers.server';
import { spendAllTokens } from '~/features/people/auth/tokens.server';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { type Administrator, endAllSessions } from '~/signIns/session.server';
import { mailStaffOwnPasswordChange } from './internal/staffMail.server';
import { ADMIN_SIGN_IN_PURPOSE } from './signInAdministrator.server';

const refuseWrongPassword = () => refuse('wrong-password', 'This is not your current password', 'currentPassword');

/** Changes an administrator's own password. Ends other sessions and API tokens, and mails a notice. */
export async function changeOwnPassword(
  holder: Administrator,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  from: { address: string; sessionHash: string },
): Promise<Result<{ administrator: Administrator }, AuthRefusal>> {
  const input = { ...from, field: 'currentPassword', purpose: ADMIN_SIGN_IN_PURPOSE };
  const known = await checkOwnPassword(holder, currentPassword, input);
  if (!known.ok) return known;
  return await withNewPassword(newPassword, (passwordHash) =>
    write(async (tx) => {
      const { id } = holder;
      // Replaces the password only if it is still the one that was checked, since it may be changed concurrently.
      const own = and(eq(administrator.id, id), eq(administrator.passwordHash, holder.passwordHash));
      const [changed] = await tx.update(administrator).set({ passwordHash }).where(own).returning();
      if (!changed) return refuseWrongPassword();
      await spendAllTokens(tx, 'staff-reset', id);
      await endAllSessions(tx, id, from.sessionHash);
      await record(tx, { thing: 'password', thingId: id, event: 'change', by: createAdminActor(id) });
      await mailStaffOwnPasswordChange(tx, changed);
      return done({ administrator: changed });
    }),
  );
}
