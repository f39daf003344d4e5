import { formatUsd } from '~/ledger/money';
import { mailNews, mailSupport, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { freezeLink } from '../../../auth';
import type { Wait } from '../waiting.server';

/** @property reason why an administrator asked for it, where it was not the user */
type WithdrawalNews = {
  id: string;
  amount: bigint;
  method: string;
  wallet: string;
  wait: Wait | null;
  reason?: string;
};

/** The refused one is in no history, so it leads to the list. */
const HISTORY = { label: 'Withdrawal history', href: '/withdrawlogs' };

const receiptOf = (id: string) => ({ label: 'See this withdrawal', href: `/withdrawlogs/${id}` });

export async function mailWithdrawalRequested(tx: Handle, user: Recipient, asked: WithdrawalNews): Promise<void> {
  const { id, amount, method, wallet, wait, reason } = asked;
  const notYours =
    reason === undefined
      ? 'If this was not you, freeze your account with the button: then nothing leaves it.'
      : 'If this address is not yours, freeze the account with the button: then nothing leaves it. And write to support.';
  const paragraphs = wait
    ? [`The amount is held for you. It can be approved from ${utcText(wait.until)}, because ${wait.why}.`, notYours]
    : [
        'The amount is held for you until management has decided, which you are told by mail. Until then you can cancel it.',
        reason === undefined ? 'If this was not you, change your password and write to support at once.' : notYours,
      ];
  await mailNews(tx, user, {
    effectKey: `withdrawal-requested:${id}`,
    subject: 'Withdrawal requested',
    paragraphs: [
      reason === undefined
        ? `you requested ${formatUsd(amount)} by ${method} to ${wallet}.`
        : `we are paying out what we owe you: ${formatUsd(amount)} by ${method} to ${wallet}. Reason given: ${reason}`,
      ...paragraphs,
    ],
    page:
      wait || reason !== undefined
        ? { label: 'Freeze my account', href: await freezeLink(tx, user.id) }
        : receiptOf(id),
  });
  await mailSupport(tx, {
    effectKey: `withdrawal-requested:${id}`,
    subject: 'A withdrawal waits for a decision',
    paragraphs: [
      reason === undefined
        ? `${user.email} requested ${formatUsd(amount)} by ${method} to ${wallet}.`
        : `An administrator requested a payout of ${formatUsd(amount)} by ${method} to ${wallet} for ${user.email}. Reason given: ${reason}`,
    ],
    page: { label: 'Decide', href: `/admin/withdrawals?user=${user.id}` },
  });
}

/** A refusal for want of funds is mailed, too. */
export async function mailWithdrawalRefused(
  tx: Handle,
  user: Recipient,
  { id, amount, message }: { id: string; amount: bigint; message: string },
): Promise<void> {
  await mailNews(tx, user, {
    effectKey: `withdrawal-refused:${id}`,
    subject: 'Withdrawal not possible',
    paragraphs: [`you requested ${formatUsd(amount)}. ${message} Nothing was taken.`],
    page: HISTORY,
  });
}

/** What happened to a withdrawal since (approved, paid, rejected, came back), by mail and on the user's pages; an approval by mail to support too. */
export async function tellWithdrawalNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, amount, paragraphs }: News,
): Promise<void> {
  const news = { effectKey: `withdrawal-${event}:${id}` as const, subject, paragraphs, page: receiptOf(id) };
  await tellNews(tx, user, news, `${subject}: ${formatUsd(amount)}`);
  if (event !== 'approved') return;
  await mailSupport(tx, {
    ...news,
    paragraphs: [`The withdrawal of ${formatUsd(amount)} by ${user.email} was approved and waits to be paid.`],
    page: { label: 'Withdrawals', href: `/admin/withdrawals?user=${user.id}` },
  });
}

/** Tells support of a withdrawal that was approved and paid at once. */
export const mailApprovedAndPaid = (tx: Handle, user: Recipient, { id, amount }: { id: string; amount: bigint }) =>
  mailSupport(tx, {
    effectKey: `withdrawal-paid:${id}`,
    subject: 'Withdrawal approved and paid',
    paragraphs: [`The withdrawal of ${formatUsd(amount)} by ${user.email} was approved and paid.`],
    page: { label: 'Withdrawals', href: `/admin/withdrawals?user=${user.id}` },
  });

type News = {
  id: string;
  event: 'approved' | 'paid' | 'rejected' | 'bounced';
  subject: string;
  amount: bigint;
  paragraphs: [string, ...string[]];
};
