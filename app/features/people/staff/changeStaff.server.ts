import { and, eq, isNull, ne } from 'drizzle-orm';
import { administrator, signalKey, staffInvitation, trader } from '#drizzle/schema';
import { spendAllTokens } from '~/features/people/auth/tokens.server';
import { removeSecondFactor } from '~/features/people/twofactor/manage.server';
import { hasSecondFactor } from '~/features/people/twofactor/spendCode.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance, record } from '~/platform/events/index.server';
import { formatFullName } from '~/platform/fields/plainName';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor, AdminActor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { hasRight, type Role } from '~/signIns/rights';
import { type Administrator, endAllSessions } from '~/signIns/session.server';
import { withRight } from '~/signIns/staff.server';
import { mailDisabled, mailEnabled, mailRoleChanged, mailSecondFactorReset } from './internal/staffMail.server';
import { invitationMachine } from './states';

type StaffChangeInput = { id: string; reason: string };
type StaffChangeResult = Result<{ id: string }>;

export async function findAdministrator(tx: Handle, id: string): Promise<Result<Administrator>> {
  const [found] = await verified(tx, administrator, eq(administrator.id, id));
  return found ? done(found) : refuse('not-found', 'There is no such administrator.');
}

async function findStaffToChange(tx: Handle, by: Actor, id: string): Promise<Result<Administrator>> {
  return (await refuseUnlessMay(tx, by, 'staff:change')) ?? (await findAdministrator(tx, id));
}

async function refuseLastSuperadmin(tx: Handle, { id, ...holder }: Administrator): Promise<Result<never> | null> {
  if (holder.role !== 'superadmin' || holder.disabledAt) return null;
  // Only superadmins have this right.
  const others = and(withRight('staff:change'), ne(administrator.id, id));
  const [other] = await tx.select({ id: administrator.id }).from(administrator).where(others).limit(1);
  return other
    ? null
    : refuse('last-superadmin', 'This is the last superadmin who can log in. Create another superadmin first.');
}

async function withdrawInvitationsOf(tx: Handle, by: Actor, id: string): Promise<void> {
  const sent = and(eq(staffInvitation.invitedBy, id), eq(staffInvitation.status, 'open'));
  for (const invitation of await tx.select({ id: staffInvitation.id }).from(staffInvitation).where(sent)) {
    const change = { id: invitation.id, event: 'withdraw', by } as const;
    const withdrawn = await advance(tx, staffInvitation, invitationMachine, change);
    if (!withdrawn.ok) throw new Error(withdrawn.error.message);
  }
}

/** Returns the names of traders whose current signal key an administrator has seen. */
async function listKeysKnownTo(tx: Handle, id: string): Promise<string | null> {
  const known = await tx
    .selectDistinct({ firstName: trader.firstName, lastName: trader.lastName })
    .from(signalKey)
    .innerJoin(trader, eq(trader.id, signalKey.traderId))
    .where(and(eq(signalKey.givenBy, id), isNull(signalKey.endedAt)));
  if (known.length === 0) return null;
  const names = known.map(formatFullName).sort().join(', ');
  return `They have seen keys of traders’ programs that are still valid: ${names}. Issue new keys, unless you are sure that nobody stored them.`;
}

export async function changeRole(
  tx: Handle,
  by: Actor,
  { id, role, reason }: StaffChangeInput & { role: Role },
): Promise<StaffChangeResult> {
  const found = await findStaffToChange(tx, by, id);
  if (!found.ok) return found;
  const before = found.value.role;
  if (before === role) return refuse('no-changes', `${found.value.name} already has the role ${role}.`, 'role');
  const last = await refuseLastSuperadmin(tx, found.value);
  if (last) return last;
  await tx.update(administrator).set({ role }).where(eq(administrator.id, id));
  if (!hasRight({ role }, 'staff:change')) await withdrawInvitationsOf(tx, by, id);
  const keys = hasRight({ role }, 'traders:change') ? null : await listKeysKnownTo(tx, id);
  await record(tx, { thing: 'administrator', thingId: id, event: 'change-role', from: before, to: role, by, reason });
  await mailRoleChanged(tx, found.value, { role, keys, reason });
  return done({ id });
}

/** Disables an administrator: ends sessions, tokens and sent invitations. Their waiting requests can then only be rejected. */
export async function disableAdministrator(
  tx: Handle,
  by: AdminActor,
  { id, reason }: StaffChangeInput,
): Promise<StaffChangeResult> {
  const found = await findStaffToChange(tx, by, id);
  if (!found.ok) return found;
  const { name, disabledAt } = found.value;
  if (disabledAt) return refuse('disabled', `${name} is already disabled.`);
  const last = await refuseLastSuperadmin(tx, found.value);
  if (last) return last;
  await tx.update(administrator).set({ disabledAt: now() }).where(eq(administrator.id, id));
  await endAllSessions(tx, id);
  await spendAllTokens(tx, 'staff-reset', id);
  await record(tx, { thing: 'administrator', thingId: id, event: 'disable', by, reason });
  await withdrawInvitationsOf(tx, by, id);
  const keys = await listKeysKnownTo(tx, id);
  await mailDisabled(tx, found.value, { keys, reason });
  return done({ id });
}

export async function enableAdministrator(
  tx: Handle,
  by: Actor,
  { id, reason }: StaffChangeInput,
): Promise<StaffChangeResult> {
  const found = await findStaffToChange(tx, by, id);
  if (!found.ok) return found;
  const { name, disabledAt } = found.value;
  if (!disabledAt) return refuse('enabled', `${name} can already log in.`);
  await tx.update(administrator).set({ disabledAt: null }).where(eq(administrator.id, id));
  // Also ends sessions whose login began before the account was disabled.
  await endAllSessions(tx, id);
  await record(tx, { thing: 'administrator', thingId: id, event: 'enable', by, reason });
  await mailEnabled(tx, found.value, reason);
  return done({ id });
}

export async function resetSecondFactor(
  tx: Handle,
  by: Actor,
  { id, reason }: StaffChangeInput,
): Promise<StaffChangeResult> {
  const found = await findStaffToChange(tx, by, id);
  if (!found.ok) return found;
  const { name } = found.value;
  if (by.id === id)
    return refuse('own', 'Another administrator resets your second factor, or you turn it off yourself.');
  if (!(await hasSecondFactor(tx, id))) return refuse('no-second-factor', `${name} has no second factor.`);
  await removeSecondFactor(tx, id);
  await record(tx, { thing: 'two-factor', thingId: id, event: 'reset', by, reason });
  await mailSecondFactorReset(tx, found.value, reason);
  return done({ id });
}
