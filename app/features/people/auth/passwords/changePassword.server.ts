import { and, eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { findActingUser } from '~/signIns/acting.server';
import { endAllSessions, type User } from '~/signIns/session.server';
import { mailPasswordChanged } from '../mail.server';
import type { AuthRefusal } from '../signIn/signInAnswers.server';
import { spendAllTokens } from '../tokens.server';
import { checkOwnPassword } from './checkOwnPassword.server';
import { withNewPassword } from './passwordRules.server';

/** Changes the password of a user who entered the old one. Ends other sessions, API tokens and reset links, and mails a notice. */
export async function changePassword(
  user: User,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  from: { address: string; sessionHash: string },
): Promise<Result<{ user: User }, AuthRefusal>> {
  const known = await checkOwnPassword(user, currentPassword, { ...from, field: 'currentPassword' });
  if (!known.ok) return known;
  return await withNewPassword(newPassword, (passwordHash) =>
    write(async (tx) => {
      const open = await findActingUser(tx, user);
      if (!open.ok) return open;
      // Replaces the password only if it is still the one that was checked, since it may be changed or reset
      // concurrently.
      const [changed] = await tx
        .update(userTable)
        .set({ passwordHash, passwordChangedAt: now() })
        .where(and(eq(userTable.id, user.id), eq(userTable.passwordHash, user.passwordHash)))
        .returning();
      if (!changed) return refuse('wrong-password', 'This is not your current password', 'currentPassword');
      await spendAllTokens(tx, 'reset', user.id);
      await endAllSessions(tx, user.id, from.sessionHash);
      await record(tx, {
        thing: 'password',
        thingId: user.id,
        event: 'change',
        by: createInvestorActor(user.id),
        userId: user.id,
      });
      await mailPasswordChanged(tx, user, 'signed-in');
      return done({ user: changed });
    }),
  );
}
