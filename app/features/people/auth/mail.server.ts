import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { formatFullName, formatGreeting, formatNameForMail, formatUsernameForMail } from '~/platform/fields/plainName';
import { hashSecret, newId } from '~/platform/ids';
import { createPublicLink } from '~/platform/installation/site';
import { lowerFirst } from '~/platform/text/capitalised';
import { durationText } from '~/platform/text/durationText';
import { FREEZE_TEXTS, type FreezePart } from '~/signIns/frozen';
import { LINK_LIFETIME_MS, TRY_MEMORY_MS } from '~/signIns/signInLimits';
import { isProvisionalUsername } from './signUp/usernames.server';

type Recipient = { id: string; email: string; firstName: string };
type NamedRecipient = Recipient & { lastName: string; username: string; wantedUsername: string | null };

/** Returns the username that a user chose or requested; null for a generated one. */
export const chosenUsername = ({ username, wantedUsername }: Pick<NamedRecipient, 'username' | 'wantedUsername'>) =>
  wantedUsername === null && isProvisionalUsername(username) ? null : formatUsernameForMail(wantedUsername ?? username);

export const verificationMailKey = (tokenHash: string) => `verify:${tokenHash}`;

/** @param contested true if the address was signed up with two different passwords, so that neither is valid */
export async function mailVerification(
  tx: Handle,
  user: NamedRecipient,
  { secret, contested }: { secret: string; contested: boolean },
): Promise<void> {
  const chosen = chosenUsername(user);
  await enqueueMail(tx, {
    effectKey: verificationMailKey(hashSecret(secret)),
    kind: 'verify',
    again: true,
    to: user.email,
    subject: 'Verify your email',
    paragraphs: [
      `${formatGreeting(user.firstName)} please confirm your email address.${chosen ? ` Your username is ${chosen}.` : ''} The link works for ${durationText(LINK_LIFETIME_MS.verify)}.`,
      contested
        ? 'This address was signed up more than once with different passwords, so none of them is valid. Verify it, then choose a password with "Forgot password?".'
        : '',
      'If you did not sign up, open the link and press "It wasn’t me", or ignore this mail: the account can’t be used without this link.',
    ],
    action: { label: 'Verify your email', href: createPublicLink(`/${user.id}/verify/${secret}`) },
  });
}

/** Mails the owner of a known address about a sign-up; in live mode the page answers as for any other address. */
export async function mailKnownAddress(tx: Handle, user: Recipient): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `sign-up-known:${newId()}`,
    kind: 'sign-up-known',
    to: user.email,
    subject: 'You already have an account',
    paragraphs: [
      `${formatGreeting(user.firstName)} someone tried to sign up with this address, but it already has an account. Nothing was changed.`,
      'If it was you, log in, or choose a new password with "Forgot password?". If not, ignore this mail.',
    ],
    action: { label: 'Log in', href: createPublicLink('/login') },
  });
}

export async function mailNewAccount(tx: Handle, user: NamedRecipient): Promise<void> {
  const chosen = chosenUsername(user);
  await enqueueMail(tx, {
    effectKey: `sign-up:${user.id}:support`,
    kind: 'sign-up',
    to: env().SUPPORT_EMAIL,
    subject: 'A new user signed up',
    paragraphs: [
      `${formatFullName(user)} signed up${chosen ? ` as ${chosen}` : ''} with ${user.email}. The address is not verified yet.`,
    ],
    action: { label: 'See users', href: createPublicLink('/admin/users') },
  });
}

export async function mailReferrer(tx: Handle, referrer: Recipient, user: Recipient): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `referred:${user.id}`,
    kind: 'referred',
    to: referrer.email,
    subject: 'A new user signed up with your link',
    paragraphs: [
      `${formatGreeting(referrer.firstName)} ${formatNameForMail(user.firstName) || 'Someone'} signed up with your referral link.`,
      'When one of their deposits is approved, your referrals show your bonus.',
    ],
    action: { label: 'Your referrals', href: createPublicLink('/referrals') },
  });
}

/** @param forClient true to add the link in the form that clients with their own reset page expect */
export async function mailResetLink(
  tx: Handle,
  user: Recipient,
  { secret, forClient }: { secret: string; forClient: boolean },
): Promise<void> {
  const path = `/resetpassword/${encodeURIComponent(user.email)}?token=${secret}`;
  await enqueueMail(tx, {
    effectKey: `reset:${hashSecret(secret)}`,
    kind: 'reset',
    again: true,
    to: user.email,
    subject: 'Password Reset',
    paragraphs: [
      `${formatGreeting(user.firstName)} use this link to choose a new password. It works once, for ${durationText(LINK_LIFETIME_MS.reset)}.`,
      forClient
        ? `If your app has its own page for this, use this link: ${createPublicLink(`/resetpassword/${secret}`)}`
        : '',
      'If you did not ask for it, ignore this mail: your password does not change.',
    ],
    action: { label: 'Choose a new password', href: createPublicLink(path) },
  });
}

const CHANGE_DESCRIPTIONS = {
  'signed-in':
    'by a person who was signed in and knew it. All other devices were signed out, and tokens of the API ended.',
  link: 'with a link that was mailed to this address. All devices were signed out.',
};

export async function mailPasswordChanged(
  tx: Handle,
  user: Recipient,
  how: keyof typeof CHANGE_DESCRIPTIONS,
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `password-changed:${newId()}`,
    kind: 'password-changed',
    to: user.email,
    subject: 'Your password was changed',
    paragraphs: [
      `${formatGreeting(user.firstName)} your password was changed ${CHANGE_DESCRIPTIONS[how]}`,
      'If this was not you, ask for a new link at once, and write to support.',
    ],
    action: { label: 'Ask for a reset link', href: createPublicLink('/passwordreset') },
  });
}

export async function mailWrongPasswords(
  tx: Handle,
  owner: { email: string },
  { failures, action }: { failures: number; action: { label: string; path: string } },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `sign-in-tries:${newId()}`,
    kind: 'sign-in-tries',
    to: owner.email,
    subject: 'Wrong passwords were tried for your account',
    paragraphs: [
      `A wrong password was entered at least ${failures} times within the last ${durationText(TRY_MEMORY_MS)}. None of these attempts succeeded, and further ones are delayed.`,
      'You can sign in without delay in a browser that you have used before. If it was you, no action is needed; you can also choose a new password with "Forgot password?".',
    ],
    action: { label: action.label, href: createPublicLink(action.path) },
  });
}

export async function mailFrozen(
  tx: Handle,
  user: Recipient & { status: 'open' | 'closed' },
  reason: string,
): Promise<void> {
  const effect = `account-frozen:${newId()}`;
  await enqueueMail(tx, {
    effectKey: effect,
    kind: 'account-frozen',
    to: user.email,
    subject: 'Your account is frozen',
    paragraphs: [
      `${formatGreeting(user.firstName)} your account was frozen: ${reason}`,
      ...(user.status === 'closed'
        ? ['It is closed, and nothing is paid out of it. Write to support.']
        : [
            'Requested withdrawals are held, and every sign-in has ended. Running copies and plans continue, and no new ones can start.',
            'Choose a new password first. Then cancel the withdrawals that you did not ask for, and unfreeze the account in the settings. That needs a second factor that you set up before any reset of your sign-in; without one, write to support.',
          ]),
    ],
    action:
      user.status === 'closed'
        ? undefined
        : { label: 'Choose a new password', href: createPublicLink('/passwordreset') },
  });
  await enqueueMail(tx, {
    effectKey: `${effect}:support`,
    kind: 'account-frozen',
    to: env().SUPPORT_EMAIL,
    subject: 'An account was frozen',
    paragraphs: [`The account of ${user.email} was frozen: ${reason}`],
    action: { label: 'See the account', href: createPublicLink(`/admin/users/${user.id}`) },
  });
}

export async function mailPartFrozen(
  tx: Handle,
  user: Recipient,
  { part, reason }: { part: FreezePart; reason: string },
): Promise<void> {
  const { begins, goesOn } = FREEZE_TEXTS[part];
  const effect = `part-frozen:${newId()}`;
  await enqueueMail(tx, {
    effectKey: effect,
    kind: 'account-frozen',
    to: user.email,
    subject: begins,
    paragraphs: [
      `${formatGreeting(user.firstName)} ${lowerFirst(begins)}: ${reason}`,
      `${goesOn} If you have a question, write to support.`,
    ],
    action: { label: 'Write to support', href: createPublicLink('/support') },
  });
  await enqueueMail(tx, {
    effectKey: `${effect}:support`,
    kind: 'account-frozen',
    to: env().SUPPORT_EMAIL,
    subject: part === 'withdrawals' ? 'Withdrawals of an account were frozen' : 'Copying was frozen in an account',
    paragraphs: [`${part === 'withdrawals' ? 'Withdrawals' : 'Copying'} of ${user.email}: ${reason}`],
    action: { label: 'See the account', href: createPublicLink(`/admin/users/${user.id}`) },
  });
}
