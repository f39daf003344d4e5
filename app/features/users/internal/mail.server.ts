import { mailSupport, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';

/** Tells a user by mail and notice, and support by mail, what the operator did to the balance: under its own name, with the reason given. */
export async function tellOperatorAct(
  tx: Handle,
  user: Recipient,
  act: {
    id: string;
    kind: `operator-${'credit' | 'profit' | 'debit'}`;
    title: string;
    amount: string;
    change: string;
    reason: string;
  },
): Promise<void> {
  const news = {
    effectKey: `${act.kind}:${act.id}`,
    subject: act.title,
    paragraphs: [
      `${act.change} ${act.amount}.`,
      `Reason given: ${act.reason}`,
      'Your statement shows it under the same name. If you do not recognise it, write to support.',
    ],
    page: { label: 'Your transactions', href: '/transactions' },
  } as const;
  await tellNews(tx, user, news, `${act.title}: ${act.amount}. Reason: ${act.reason}`);
  await mailSupport(tx, {
    ...news,
    paragraphs: [`${act.title}, ${user.email}: ${act.amount}.`, `Reason given: ${act.reason}`],
    page: { label: 'The user', href: `/admin/users/${user.id}` },
  });
}
