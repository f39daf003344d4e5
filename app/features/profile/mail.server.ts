import type { Handle } from '~/platform/db/index.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { greeting } from '~/platform/plainName';

type Recipient = { email: string; firstName: string };

/** That an account was closed, by whom it was asked or why, and what is still owed (`owed`, in dollars). */
export async function mailAccountClosed(
  tx: Handle,
  user: Recipient,
  { id, owed, reason }: { id: string; owed: string; reason: string },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `account-closed:${id}`,
    kind: 'account-closed',
    to: user.email,
    subject: 'Account closed',
    paragraphs: [
      `${greeting(user.firstName)} your account was closed: ${reason}`,
      `You can no longer sign in, and copied traders were stopped. Owed to you: ${owed}. It stays on our books and payable; write to support to have it paid.`,
    ],
  });
}
