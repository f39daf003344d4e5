import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Recipient = { id: string; email: string; firstName: string };
type Asked = { id: string; amount: bigint; method: string; wallet: string };

const history = () => ({ label: 'Withdrawal history', href: publicLink('/withdrawlogs') });

export async function mailWithdrawalRequested(tx: Handle, user: Recipient, asked: Asked): Promise<void> {
  const { id, amount, method, wallet } = asked;
  await enqueueMail(tx, {
    effectKey: `withdrawal-requested:${id}`,
    kind: 'withdrawal-requested',
    to: user.email,
    subject: 'Withdrawal requested',
    paragraphs: [
      `Hi ${user.firstName}, you asked for ${formatUsd(amount)} by ${method} to ${wallet}.`,
      'The amount is held for you until it is decided. kindly wait for few minutes to be approved by management',
      'If this was not you, change your password and write to support at once.',
    ],
    action: history(),
  });
  await enqueueMail(tx, {
    effectKey: `withdrawal-requested:${id}:support`,
    kind: 'withdrawal-requested',
    to: env().SUPPORT_EMAIL,
    subject: 'A withdrawal waits for a decision',
    paragraphs: [`${user.email} asked for ${formatUsd(amount)} by ${method} to ${wallet}.`],
    action: { label: 'Decide', href: publicLink('/admin/withdrawals') },
  });
}

/** The spec mails a refusal for want of funds, too. */
export async function mailWithdrawalRefused(
  tx: Handle,
  user: Recipient,
  { id, amount, message }: { id: string; amount: bigint; message: string },
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `withdrawal-refused:${id}`,
    kind: 'withdrawal-refused',
    to: user.email,
    subject: 'Withdrawal not possible',
    paragraphs: [`Hi ${user.firstName}, you asked for ${formatUsd(amount)}. ${message} Nothing was taken.`],
    action: history(),
  });
}

/** What happened to a withdrawal since: approved, paid, rejected, came back. */
export async function mailWithdrawalNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, paragraphs }: { id: string; event: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const kind = `withdrawal-${event}`;
  await enqueueMail(tx, {
    effectKey: `${kind}:${id}`,
    kind,
    to: user.email,
    subject,
    paragraphs: [`Hi ${user.firstName}, ${paragraphs[0]}`, ...paragraphs.slice(1)],
    action: history(),
  });
}
