import type { Handle } from '~/platform/db/index.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Recipient = { email: string; firstName: string };

/** What the operator did to somebody's balance, under its true name, with the reason given. */
export async function mailOperatorAct(
  tx: Handle,
  user: Recipient,
  act: { id: string; kind: string; title: string; change: string; reason: string },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `${act.kind}:${act.id}`,
    kind: act.kind,
    to: user.email,
    subject: act.title,
    paragraphs: [
      `Hi ${user.firstName}, ${act.change}`,
      `Reason given: ${act.reason}`,
      'It stands in your statement under the same name. If you do not know what it is about, please write to support.',
    ],
    action: { label: 'Your transactions', href: publicLink('/transactions') },
  });
}

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
      `Hi ${user.firstName}, your account was closed: ${reason}`,
      `You can no longer sign in, and copied traders were stopped. Owed to you: ${owed}. It stays on our books and payable; write to support to have it paid.`,
    ],
  });
}
