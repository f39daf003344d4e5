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
