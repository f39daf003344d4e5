import { and, eq, isNull } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { formatNameForMail } from '~/platform/fields/plainName';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, createInvestorActor, getNextState } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { FREEZE_TEXTS, type FreezePart, partColumns, partFreeze } from '~/signIns/frozen';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { endAllSessions } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { mailFrozen, mailPartFrozen } from '../mail.server';
import { freezeMachine, freezeState, PART_FREEZE_MACHINES } from '../states';
import { findTokenOwner, spendAllTokens, spendToken } from '../tokens.server';

type FreezeResult = { userId: string; journalId?: undefined };

export const FROZEN_SIGN_IN_MESSAGE =
  'This account is frozen. Choose a new password first: "Forgot password?" emails you a link for that.';

const FREEZE_RIGHTS = { freeze: 'accounts:freeze', unfreeze: 'accounts:change' } as const;

export async function findAccountToFreeze(tx: Handle, by: Actor, userId: string, event: 'freeze' | 'unfreeze') {
  if (by.kind === 'investor' && by.id !== userId) return refuse('not-yours', 'This is not your account.');
  const without = by.kind === 'admin' ? await refuseUnlessMay(tx, by, FREEZE_RIGHTS[event]) : null;
  if (without) return without;
  const user = await findVerifiedUser(tx, userId);
  if (!user) return refuse('not-found', 'There is no such account.');
  const from = freezeState(user);
  const next = getNextState(freezeMachine, from, event, by.kind);
  return next.ok ? done({ user, states: { from, to: next.value } }) : next;
}

/**
 * Freezes an account, even a closed one: withdrawals stop, sessions end, and the password has to be reset. Running copies and plans
 * continue; new ones are refused. The mailed link alone is enough for a freeze, since a freeze costs the owner nothing.
 */
export async function freezeAccount(
  tx: Handle,
  by: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<Result<FreezeResult>> {
  const found = await findAccountToFreeze(tx, by, userId, 'freeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  const [changed] = await tx
    .update(userTable)
    .set({ frozenAt: now(), mustResetPassword: true })
    .where(and(eq(userTable.id, userId), isNull(userTable.frozenAt)))
    .returning({ id: userTable.id });
  if (!changed) return refuse('wrong-state', 'This account has just changed. Nothing was done.');
  await endAllSessions(tx, userId);
  await forgetDevices(tx, userId);
  await spendAllTokens(tx, 'reset', userId);
  await record(tx, { thing: freezeMachine.thing, thingId: userId, event: 'freeze', ...states, by, userId, reason });
  await mailFrozen(tx, user, reason);
  await notify(tx, { userId, text: `Your account was frozen: ${reason}`, href: '/settings/frozen' });
  return done({ userId });
}

export async function findPartToFreeze(
  tx: Handle,
  by: Actor,
  { userId, part }: { userId: string; part: FreezePart },
  event: 'freeze' | 'unfreeze',
) {
  const without = await refuseUnlessMay(tx, by, FREEZE_RIGHTS[event]);
  if (without) return without;
  const user = await findVerifiedUser(tx, userId);
  if (!user) return refuse('not-found', 'There is no such account.');
  const from = partFreeze(user, part) ? 'frozen' : 'in use';
  const next = getNextState(PART_FREEZE_MACHINES[part], from, event, by.kind);
  return next.ok ? done({ user, states: { from, to: next.value } }) : next;
}

/** Freezes withdrawals or copying. Requested withdrawals stay. Running copies continue, since only their owner decides to stop them. */
export async function freezePart(
  tx: Handle,
  by: Actor,
  { userId, part, reason }: { userId: string; part: FreezePart; reason: string },
): Promise<Result<FreezeResult>> {
  const found = await findPartToFreeze(tx, by, { userId, part }, 'freeze');
  if (!found.ok) return found;
  const { user, states } = found.value;
  await tx
    .update(userTable)
    .set(partColumns(part, { at: now(), reason }))
    .where(eq(userTable.id, userId));
  const { thing } = PART_FREEZE_MACHINES[part];
  await record(tx, { thing, thingId: userId, event: 'freeze', ...states, by, userId, reason });
  await mailPartFrozen(tx, user, { part, reason });
  await notify(tx, { userId, text: `${FREEZE_TEXTS[part].begins}: ${reason}`, href: '/support' });
  return done({ userId });
}

export async function findAccountOfFreezeLink(secret: string) {
  const owner = await findTokenOwner(read(), 'freeze', secret);
  if (!owner) return null;
  const { firstName, email, status, frozenAt } = owner;
  return { name: formatNameForMail(firstName), email, isOpen: status === 'open', isFrozen: frozenAt !== null };
}

/** Freezes an account by a mailed link, once. `isOpen`: the account is not closed, so its owner can choose a password next. */
export async function freezeByLink(secret: string): Promise<Result<FreezeResult & { isOpen: boolean }>> {
  return await write(async (tx) => {
    const owner = await findTokenOwner(tx, 'freeze', secret);
    if (!owner || !(await spendToken(tx, { purpose: 'freeze', userId: owner.id, secret }))) {
      return refuse('expired', 'This link has expired, was already used, or is incomplete. Write to support at once.');
    }
    const reason = 'requested with the link in a mail';
    const frozen = await freezeAccount(tx, createInvestorActor(owner.id), { userId: owner.id, reason });
    return frozen.ok ? done({ ...frozen.value, isOpen: owner.status === 'open' }) : frozen;
  });
}
