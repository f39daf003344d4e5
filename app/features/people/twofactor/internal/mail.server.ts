import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createPublicLink } from '~/platform/installation/site';

type Change = 'on' | 'off' | 'codes' | 'key' | 'webhook';

const CHANGE_TEXTS: Record<Change, { subject: string; text: string }> = {
  on: {
    subject: 'Two-factor authentication is on',
    text: 'Logging in and moving money now need a code from your authenticator app. Your other devices were signed out, and API tokens ended.',
  },
  off: { subject: 'Two-factor authentication is off', text: 'From now on you sign in with only your password.' },
  key: {
    subject: 'A new API key',
    text: 'An API key was created for your account. Programs that have it can do what you selected.',
  },
  webhook: {
    subject: 'A new webhook',
    text: 'A webhook was created for your account: its events are now sent to another server.',
  },
  codes: { subject: 'New recovery codes', text: 'New recovery codes were created. The earlier ones no longer work.' },
};

export const mailSecurityChange = (tx: Handle, to: string, change: Change, path: string): Promise<void> =>
  notifyOwner(tx, to, CHANGE_TEXTS[change], path);

export const mailRecoveryCodeSpent = (tx: Handle, to: string, left: number, path: string): Promise<void> => {
  const remain = left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`;
  const text = `It replaced a code from your authenticator app, and can’t be used again. ${remain}`;
  return notifyOwner(tx, to, { subject: 'A recovery code was used', text }, path);
};

async function notifyOwner(tx: Handle, to: string, { subject, text }: { subject: string; text: string }, path: string) {
  await enqueueMail(tx, {
    effectKey: `two-factor:${newId()}`,
    kind: 'two-factor',
    to,
    subject,
    paragraphs: [text, 'If it was not you, change your password at once and write to support.'],
    action: { label: 'Check your sign-in', href: createPublicLink(path) },
  });
}
