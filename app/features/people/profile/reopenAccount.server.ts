import { and, eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { NO_PASSWORD_HASH } from '~/features/people/auth/passwords/passwords.server';
import type { Handle } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, getNextState } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { endAllSessions } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { mailAccountReopened } from './internal/mail.server';
import { accountMachine } from './states';

/** Reopens a closed account. Its owner chooses a password by a mailed link and reads the reason. A second factor stays. */
export async function reopenAccount(
  tx: Handle,
  by: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const without = await refuseUnlessMay(tx, by, 'accounts:change');
  if (without) return without;
  const user = await findVerifiedUser(tx, userId);
  if (!user) return refuse('not-found', 'There is no such user.');
  const next = getNextState(accountMachine, user.status, 'reopen', by.kind);
  if (!next.ok) return next;
  const [opened] = await tx
    .update(userTable)
    .set({ status: next.value, closedAt: null, passwordHash: NO_PASSWORD_HASH })
    .where(and(eq(userTable.id, userId), eq(userTable.status, user.status)))
    .returning({ id: userTable.id });
  if (!opened) return refuse('wrong-state', 'This account has just changed. Nothing was done.');

  await forgetDevices(tx, userId);
  await endAllSessions(tx, userId);
  const states = { from: user.status, to: next.value };
  await record(tx, { thing: accountMachine.thing, thingId: userId, event: 'reopen', ...states, by, userId, reason });
  await mailAccountReopened(tx, user, reason);
  await notify(tx, { userId, text: `Your account was opened again: ${reason}`, href: '/dashboard' });
  return done({ id: userId });
}
