import { eq } from 'drizzle-orm';
import { twoFactor, user as userTable } from '#drizzle/schema';
import { getWaitLength, restartWaits } from '~/features/money';
import { findAccountToFreeze, findPartToFreeze } from '~/features/people/auth/freeze/freeze.server';
import { NO_PASSWORD_HASH } from '~/features/people/auth/passwords/passwords.server';
import { freezeMachine, PART_FREEZE_MACHINES } from '~/features/people/auth/states';
import { spendAllTokens } from '~/features/people/auth/tokens.server';
import { removeSecondFactor } from '~/features/people/twofactor/manage.server';
import { after, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { notify, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { type FreezePart, partColumns, UNFREEZE_TEXTS } from '~/signIns/frozen';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { recordReset } from '~/signIns/noteReset.server';
import type { User } from '~/signIns/session.server';
import { mailUnfrozen } from './internal/mail.server';

/**
 * Unfreezes an account; each withdrawal then waits again. The owner must have proved ownership (`isOwnerProven`), or an
 * administrator has verified them. `factor: off` also removes a stranger's second factor, sessions and password.
 */
export async function unfreezeAccount(
  tx: Handle,
  by: Actor,
  { userId, reason, factor }: { userId: string; reason: string; factor?: 'off' },
): Promise<Result<{ userId: string; journalId?: undefined }>> {
  const found = await findAccountToFreeze(tx, by, userId, 'unfreeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  if (by.kind === 'investor' && (user.mustResetPassword || !(await isOwnerProven(tx, user)))) {
    return refuse('not-yours', 'Write to support: an administrator checks that it is you, and unfreezes the account.');
  }
  await tx.update(userTable).set({ frozenAt: null, handsChangedAt: now() }).where(eq(userTable.id, userId));
  const isNewSetup = by.kind === 'admin' && factor === 'off';
  if (isNewSetup) await removeLoginOf(tx, by, userId);
  const until = await restartWaits(tx, userId);
  const details = until ? { withdrawals: `wait until ${utcText(until)}` } : undefined;
  await record(tx, {
    thing: freezeMachine.thing,
    thingId: userId,
    event: 'unfreeze',
    ...states,
    by,
    userId,
    reason,
    details,
  });
  await mailUnfrozen(tx, user, { reason, until, mustSetUpAgain: isNewSetup });
  await notify(tx, { userId, text: `Your account is no longer frozen: ${reason}`, href: '/withdraw' });
  return done({ userId });
}

/** Unfreezes withdrawals or copying, which only administrators may do. Withdrawals wait again. */
export async function unfreezePart(
  tx: Handle,
  by: Actor,
  { userId, part, reason }: { userId: string; part: FreezePart; reason: string },
): Promise<Result<{ userId: string; journalId?: undefined }>> {
  const found = await findPartToFreeze(tx, by, { userId, part }, 'unfreeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  const handsChangedAt = part === 'withdrawals' ? { handsChangedAt: now() } : {};
  await tx
    .update(userTable)
    .set({ ...partColumns(part, null), ...handsChangedAt })
    .where(eq(userTable.id, userId));
  const until = part === 'withdrawals' ? await restartWaits(tx, userId) : null;
  const details = until ? { withdrawals: `wait until ${utcText(until)}` } : undefined;
  const { thing } = PART_FREEZE_MACHINES[part];
  await record(tx, { thing, thingId: userId, event: 'unfreeze', ...states, by, userId, reason, details });
  await mailUnfrozen(tx, user, { part, reason, until, mustSetUpAgain: false });
  const href = part === 'withdrawals' ? '/withdraw' : '/usercopytrade';
  await notify(tx, { userId, text: `${UNFREEZE_TEXTS[part]}: ${reason}`, href });
  return done({ userId });
}

async function removeLoginOf(tx: Handle, by: Actor, userId: string): Promise<void> {
  await removeSecondFactor(tx, userId);
  await spendAllTokens(tx, 'reset', userId);
  await forgetDevices(tx, userId);
  await tx.update(userTable).set({ passwordHash: NO_PASSWORD_HASH }).where(eq(userTable.id, userId));
  await recordReset(tx, userId);
  await record(tx, { thing: 'two-factor', thingId: userId, event: 'disable', by, userId });
}

/** Returns whether a frozen account's second factor is older than the freeze and any reset by at least the wait of a withdrawal. */
export async function isOwnerProven(handle: Reader, { id, frozenAt, firstResetAt }: User): Promise<boolean> {
  const [factor] = await verified(handle, twoFactor, eq(twoFactor.subjectId, id));
  if (!frozenAt || !factor?.enabledAt) return false;
  const reset = firstResetAt && firstResetAt <= frozenAt ? firstResetAt : frozenAt;
  return after(factor.enabledAt, await getWaitLength(handle)) <= reset;
}
