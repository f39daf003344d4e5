import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Change = 'on' | 'off' | 'codes';

const WORDS: Record<Change, { subject: string; text: string }> = {
  on: {
    subject: 'Two-factor authentication is on',
    text: 'From now on a code of your authenticator app is asked for when you sign in. Everybody else signed in was signed out, and tokens of the API ended.',
  },
  off: { subject: 'Two-factor authentication is off', text: 'From now on your password alone signs you in.' },
  codes: { subject: 'New recovery codes', text: 'New recovery codes were made. The earlier ones no longer work.' },
};

/** Whoever changed it, its owner hears of it. */
export async function mailSecurityChange(tx: Handle, to: string, change: Change, path: string): Promise<void> {
  const { subject, text } = WORDS[change];
  await enqueueMail(tx, {
    effectKey: `two-factor:${newId()}`,
    kind: 'two-factor',
    to,
    subject,
    paragraphs: [text, 'If it was not you, change your password at once and write to support.'],
    action: { label: 'Look at your sign-in', href: publicLink(path) },
  });
}
