import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { mailNews, type Recipient, tellNews } from '~/platform/mail/news.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';
import { freezeLink } from '../auth';
import { inWords, type Wait } from './waiting.server';

type Asked = { id: string; amount: bigint; method: string; wallet: string; wait: Wait | null };

const HISTORY = { label: 'Withdrawal history', href: '/withdrawlogs' };

export async function mailWithdrawalRequested(tx: Handle, user: Recipient, asked: Asked): Promise<void> {
  const { id, amount, method, wallet, wait } = asked;
  const paragraphs = wait
    ? [
        `The amount is held for you. It waits before it can be approved, until ${inWords(wait.until)}, because ${wait.why}.`,
        'If this was not you, freeze your account with the button: then nothing leaves it.',
      ]
    : [
        'The amount is held for you until it is decided. kindly wait for few minutes to be approved by management',
        'If this was not you, change your password and write to support at once.',
      ];
  await mailNews(tx, user, {
    effectKey: `withdrawal-requested:${id}`,
    subject: 'Withdrawal requested',
    paragraphs: [`you asked for ${formatUsd(amount)} by ${method} to ${wallet}.`, ...paragraphs],
    page: wait ? { label: 'Freeze my account', href: await freezeLink(tx, user.id) } : HISTORY,
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
  await mailNews(tx, user, {
    effectKey: `withdrawal-refused:${id}`,
    subject: 'Withdrawal not possible',
    paragraphs: [`you asked for ${formatUsd(amount)}. ${message} Nothing was taken.`],
    page: HISTORY,
  });
}

/** What happened to a withdrawal since (approved, paid, rejected, came back), by mail and on the user's pages. */
export async function tellWithdrawalNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, amount, paragraphs }: News,
): Promise<void> {
  const news = { effectKey: `withdrawal-${event}:${id}`, subject, paragraphs, page: HISTORY };
  await tellNews(tx, user, news, `${subject}: ${formatUsd(amount)}`);
}

type News = {
  id: string;
  event: 'approved' | 'paid' | 'rejected' | 'bounced';
  subject: string;
  amount: bigint;
  paragraphs: [string, ...string[]];
};
