import { eq } from 'drizzle-orm';
import { twoFactor, user as userTable } from '#drizzle/schema';
import { after, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { type FreezePart, PART_ENDED, partColumns } from '~/signIns/frozen';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { noteReset } from '~/signIns/noteReset.server';
import type { User } from '~/signIns/session.server';
import { accountToFreeze, freezeMachine, NO_PASSWORD, PART_MACHINES, partToFreeze, spendAllTokens } from '../auth';
import { removeSecondFactor } from '../twofactor';
import { restartWaits, waitLength } from '../wallet';
import { mailUnfrozen } from './internal/mail.server';

/**
 * Lets money leave again, after the wait of each withdrawal has begun anew. The owner may, with a second factor that shows that
 * they are the owner: `provesOwner`. Otherwise an administrator does, who has made sure whose account it is.
 * @param act.factor `off` when an administrator has found the second factor to be none of the owner's: it is turned off, every sign-in
 * ends, and the password counts no more, so that the owner chooses one with a mailed link
 */
export async function unfreezeAccount(
  tx: Handle,
  by: Actor,
  { userId, reason, factor }: { userId: string; reason: string; factor?: 'off' },
): Promise<Result<{ userId: string; journalId?: undefined }>> {
  const found = await accountToFreeze(tx, by, userId, 'unfreeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  if (by.kind === 'investor' && (user.mustResetPassword || !(await provesOwner(tx, user)))) {
    return refuse(
      'not-yours',
      'Write to support: an administrator makes sure that it is you, and unfreezes the account.',
    );
  }
  await tx.update(userTable).set({ frozenAt: null, handsChangedAt: now() }).where(eq(userTable.id, userId));
  const anew = by.kind === 'admin' && factor === 'off';
  if (anew) await endSignInOf(tx, by, userId);
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
  await mailUnfrozen(tx, user, { reason, until, anew });
  await notify(tx, { userId, text: `Your account is no longer frozen: ${reason}`, href: '/withdraw' });
  return done({ userId });
}

/**
 * An administrator lets withdrawals, or copying, go on. Those who froze it did so for a reason of their own, so no second factor of the
 * owner's undoes it. Withdrawals wait anew, as after a freeze of the whole account.
 */
export async function unfreezePart(
  tx: Handle,
  by: Actor,
  { userId, part, reason }: { userId: string; part: FreezePart; reason: string },
): Promise<Result<{ userId: string; journalId?: undefined }>> {
  const found = await partToFreeze(tx, by, { userId, part }, 'unfreeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  const handsChangedAt = part === 'withdrawals' ? { handsChangedAt: now() } : {};
  await tx
    .update(userTable)
    .set({ ...partColumns(part, null), ...handsChangedAt })
    .where(eq(userTable.id, userId));
  const until = part === 'withdrawals' ? await restartWaits(tx, userId) : null;
  const details = until ? { withdrawals: `wait until ${utcText(until)}` } : undefined;
  const { thing } = PART_MACHINES[part];
  await record(tx, { thing, thingId: userId, event: 'unfreeze', ...states, by, userId, reason, details });
  await mailUnfrozen(tx, user, { part, reason, until, anew: false });
  const href = part === 'withdrawals' ? '/withdraw' : '/usercopytrade';
  await notify(tx, { userId, text: `${PART_ENDED[part]}: ${reason}`, href });
  return done({ userId });
}

/** Nothing that signs in to the account now does so any longer: neither password nor second factor, nor an open sign-in. */
async function endSignInOf(tx: Handle, by: Actor, userId: string): Promise<void> {
  await removeSecondFactor(tx, userId);
  await spendAllTokens(tx, 'reset', userId);
  await forgetDevices(tx, userId);
  await tx.update(userTable).set({ passwordHash: NO_PASSWORD }).where(eq(userTable.id, userId));
  await noteReset(tx, userId);
  await record(tx, { thing: 'two-factor', thingId: userId, event: 'disable', by, userId });
}

/**
 * Has a frozen account a second factor that its owner alone can have made? A stranger who reads the owner's mail resets the
 * password and then makes a factor. So it counts only if it is older, by the wait of a withdrawal, than the freeze and than every
 * reset before it: a stranger could reset once more. The reset that every freeze asks for tells nothing.
 */
export async function provesOwner(handle: Reader, { id, frozenAt, firstResetAt }: User): Promise<boolean> {
  const [factor] = await handle.select().from(twoFactor).where(eq(twoFactor.subjectId, id));
  if (!frozenAt || !factor?.enabledAt) return false;
  const reset = firstResetAt && firstResetAt <= frozenAt ? firstResetAt : frozenAt;
  return after(factor.enabledAt, await waitLength(handle)) <= reset;
}
