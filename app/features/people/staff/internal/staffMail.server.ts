import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createPublicLink } from '~/platform/installation/site';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { ROLES, type Role } from '~/signIns/rights';
import type { Administrator } from '~/signIns/session.server';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { findStaffWith } from '~/signIns/staff.server';

export async function mailInvitation(
  tx: Handle,
  { id, name, email, role }: { id: string; name: string; email: string; role: Role },
  { inviter, secret }: { inviter: string; secret: string },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `staff-invitation:${id}`,
    kind: 'staff-invitation',
    to: email,
    subject: 'You are invited to the staff',
    paragraphs: [
      `${inviter} invites you, ${name}, to join the staff with the role ${role}: ${ROLES[role]}.`,
      `Open the link and choose a password. It works once, for ${durationText(LINK_LIFETIME_MS.invitation)}. If you did not expect this, ignore this mail.`,
    ],
    action: { label: 'Choose a password', href: createPublicLink(`/invitation?token=${secret}`) },
  });
}

/** Notifies every administrator of a new one, so that none is added unnoticed. */
export async function mailAdministratorAdded(
  tx: Handle,
  { id, name, email, role, inviter }: { id: string; name: string; email: string; role: Role; inviter: string | null },
  others: Pick<Administrator, 'id' | 'email'>[],
): Promise<void> {
  for (const other of others) {
    await enqueueMail(tx, {
      effectKey: `administrator-added:${id}:${other.id}`,
      kind: 'administrator-added',
      to: other.email,
      subject: 'An administrator was added',
      paragraphs: [
        `${name} (${email}) is now an administrator with the role ${role}: ${ROLES[role]}.`,
        inviter
          ? `${inviter} invited them. If you do not know about this, check before you approve their requests.`
          : 'They were created on the server. If you do not know about this, stop the server and check who has access to it.',
      ],
      action: { label: 'Audit log', href: createPublicLink('/admin/audit') },
    });
  }
}

export async function mailStaffOwnPasswordChange(tx: Handle, { email }: Administrator): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `password-changed:${newId()}`,
    kind: 'password-changed',
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your sign-in as an administrator was changed by someone who was signed in and knew it. All your other sign-ins and API tokens ended.',
      'If it was not you, ask a superadmin to disable your sign-in at once.',
    ],
    action: { label: 'See your sign-in', href: createPublicLink('/admin/security') },
  });
}

/** Mails an administrator a reset link or, without a secret, that no link may be mailed. */
export async function mailStaffResetLink(
  tx: Handle,
  { name, email }: Administrator,
  secret: string | null,
): Promise<void> {
  const mail = { effectKey: `staff-reset:${newId()}`, kind: 'staff-reset', to: email } as const;
  const ifNotYou = 'If you did not ask for it, ignore this mail: your password does not change.';
  if (!secret) {
    const paragraphs = [
      `${name}, a new password for your administrator’s sign-in was requested. Without a second factor no link is mailed: ask a superadmin to disable this sign-in and to invite you under another address.`,
      ifNotYou,
    ];
    await enqueueMail(tx, { ...mail, subject: 'No new password without a second factor', paragraphs });
    return;
  }
  await enqueueMail(tx, {
    ...mail,
    again: true,
    subject: 'Choose a new password',
    paragraphs: [
      `${name}, use this link to choose a new password for your sign-in as an administrator. It works once, within ${durationText(LINK_LIFETIME_MS['staff-reset'])}.`,
      ifNotYou,
    ],
    action: { label: 'Choose a new password', href: createPublicLink(`/staff/resetpassword?token=${secret}`) },
  });
}

export const mailStaffPasswordReset = (tx: Handle, about: Administrator, until: Date | null) =>
  mailStaffChange(tx, about, {
    subject: 'An administrator’s password was reset',
    toThem: `Your password was reset with a link mailed to this address. All your sign-ins and tokens ended.${until ? ` You can change nothing until ${utcText(until)}.` : ''} If it was not you, ask a superadmin to disable your sign-in at once.`,
    toOthers: `${nameOf(about)} chose a new password with a mailed link.${until ? ` They can change nothing until ${utcText(until)}.` : ''} If they do not know about this, disable their sign-in.`,
  });

/** @param change.keys text about API keys that the administrator knows; null without any */
export const mailRoleChanged = (
  tx: Handle,
  about: Administrator,
  { role, keys, reason }: { role: Role; keys: string | null; reason: string },
) =>
  mailStaffChange(tx, about, {
    subject: 'A role was changed',
    toThem: `Your role is now ${role}; it was ${about.role}.`,
    toOthers: `${nameOf(about)} now has the role ${role}; it was ${about.role}.${keys ? ` ${keys}` : ''}`,
    reason,
  });

export const mailDisabled = (
  tx: Handle,
  about: Administrator,
  { keys, reason }: { keys: string | null; reason: string },
) =>
  mailStaffChange(tx, about, {
    subject: 'An administrator was disabled',
    toThem: 'You can no longer log in as an administrator, and your sign-ins have ended.',
    toOthers: `${nameOf(about)} can no longer log in. Their open requests can only be rejected.${keys ? ` ${keys}` : ''}`,
    reason,
  });

export const mailEnabled = (tx: Handle, about: Administrator, reason: string) =>
  mailStaffChange(tx, about, {
    subject: 'An administrator was enabled',
    toThem: 'You can log in as an administrator again.',
    toOthers: `${nameOf(about)} can log in again.`,
    reason,
  });

export const mailSecondFactorReset = (tx: Handle, about: Administrator, reason: string) =>
  mailStaffChange(tx, about, {
    subject: 'A second factor was reset',
    toThem:
      'Your second factor and recovery codes were removed, and your sign-ins ended. Log in with your password and turn on a new one. If you did not ask for this, write to a superadmin at once.',
    toOthers: `The second factor of ${nameOf(about)} was removed; they log in with only their password until they turn on a new one.`,
    reason,
  });

const nameOf = ({ name, email }: Administrator): string => `${name} (${email})`;

type StaffChange = { subject: string; toThem: string; toOthers: string; reason?: string };

async function mailStaffChange(
  tx: Handle,
  about: Administrator,
  { subject, toThem, toOthers, reason }: StaffChange,
): Promise<void> {
  const change = newId();
  const others = (await findStaffWith(tx, 'staff:read')).filter(({ id }) => id !== about.id);
  for (const { id, email } of [about, ...others]) {
    await enqueueMail(tx, {
      effectKey: `staff-changed:${change}:${id}`,
      kind: 'staff-changed',
      to: email,
      subject,
      paragraphs: [id === about.id ? toThem : toOthers, ...(reason ? [`Reason given: ${reason}`] : [])],
      action: id === about.id ? { label: 'Log in', href: createPublicLink('/admin') } : createStaffLink(),
    });
  }
}

const createStaffLink = () => ({ label: 'See the staff', href: createPublicLink('/admin/staff') });
