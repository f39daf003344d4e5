import type { withdrawal } from '#drizzle/schema';
import { createFreezeLink } from '~/features/people';
import { formatUsd } from '~/ledger/money';
import {
  mailAndNotify,
  mailNotification,
  mailSupport,
  type Notification,
  type Recipient,
} from '~/mail/notifyUser.server';
import { MINUTE } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { findVerifiedUser } from '~/signIns/userById.server';
import { REFUSED_SUBJECT } from '../../schema';
import { getLastUsualWait } from '../../usualWaits.server';
import type { Wait } from '../waiting.server';

/**
 * Facts for mails about a withdrawal. `reason`: an administrator's reason, if someone other than the user requested
 * it.
 */
type WithdrawalNews = {
  id: string;
  amount: bigint;
  method: string;
  wallet: string;
  wait: Wait | null;
  reason?: string;
};

const HISTORY_LINK = { label: 'Withdrawal history', href: '/withdrawlogs' };

const getReceiptPath = (id: string) => ({ label: 'See this withdrawal', href: `/withdrawlogs/${id}` });

export async function mailWithdrawalRequested(tx: Handle, user: Recipient, request: WithdrawalNews): Promise<void> {
  const { id, amount, method, wallet, wait, reason } = request;
  const usual = wait ? null : getLastUsualWait('withdrawals');
  const notYours =
    reason === undefined
      ? 'If this was not you, freeze your account with the button: then no money leaves it.'
      : 'If this address is not yours, freeze the account with the button, so that no money leaves it, and write to support.';
  const paragraphs = wait
    ? [`The amount is held for you. It can be approved from ${utcText(wait.until)}, because ${wait.why}.`, notYours]
    : [
        `The amount is held until management decides. ${usual ? `A withdrawal is usually paid after ${usual}. ` : ''}We email you the decision; until then you can cancel it.`,
        reason === undefined ? 'If this was not you, change your password and write to support at once.' : notYours,
      ];
  await mailNotification(tx, user, {
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
        ? { label: 'Freeze my account', href: await createFreezeLink(tx, user.id) }
        : getReceiptPath(id),
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

/** Shortest time between two mails about refused withdrawals to the same user, in milliseconds. */
const REFUSED_MAIL_INTERVAL_MS = 10 * MINUTE;

export async function mailWithdrawalRefused(
  tx: Handle,
  user: Recipient,
  { id, amount, message }: { id: string; amount: bigint; message: string },
): Promise<void> {
  await mailNotification(tx, user, {
    effectKey: `withdrawal-refused:${id}`,
    subject: REFUSED_SUBJECT,
    atMostEvery: REFUSED_MAIL_INTERVAL_MS,
    paragraphs: [
      `you requested a withdrawal of ${formatUsd(amount)}. ${message.replace(/\.?$/, '.')} Nothing was taken.`,
    ],
    page: HISTORY_LINK,
  });
}

export const notifyWithdrawalApproved = (tx: Handle, row: Withdrawal) =>
  notifyOwner(tx, row, {
    event: 'approved',
    subject: 'Withdrawal approved',
    paragraphs: [`your withdrawal of ${formatUsd(row.amount)} was approved. You will be told when it is paid.`],
    toSupport: 'approved and waits to be paid',
  });

/** Notifies the owner that a withdrawal was paid. If the same act approved it, mentions that too, and mails support. */
export function notifyWithdrawalPaid(
  tx: Handle,
  row: Withdrawal,
  { reference, justApproved }: { reference: string | null; justApproved: boolean },
): Promise<void> {
  const sent = formatUsd(row.amount - row.fee);
  const moment = { name: 'paid', line: `${sent} paid` } as const;
  const found = reference === null ? 'No payment reference was given.' : `Reference: ${reference}`;
  if (!justApproved) {
    const paragraphs = [`your withdrawal of ${sent} was paid.`, found] as const;
    return notifyOwner(tx, row, { event: 'paid', subject: 'Withdrawal paid', paragraphs, moment });
  }
  const charged = row.fee > 0n ? ` The charge was ${formatUsd(row.fee)}, so ${sent} was sent.` : '';
  return notifyOwner(tx, row, {
    event: 'paid',
    subject: 'Withdrawal approved and paid',
    paragraphs: [`your withdrawal of ${formatUsd(row.amount)} was approved and paid.${charged}`, found],
    moment,
    toSupport: 'approved and paid',
  });
}

export const notifyWithdrawalRejected = (tx: Handle, row: Withdrawal, reason: string) =>
  notifyOwner(tx, row, {
    event: 'rejected',
    subject: 'Withdrawal rejected',
    paragraphs: [
      `your withdrawal of ${formatUsd(row.amount)} was rejected: ${reason}`,
      'The amount is back in your available balance.',
    ],
  });

export const notifyWithdrawalBounced = (tx: Handle, row: Withdrawal, reason: string) =>
  notifyOwner(tx, row, {
    event: 'bounced',
    subject: 'Withdrawal payment returned',
    paragraphs: [
      `the payment of your withdrawal of ${formatUsd(row.amount - row.fee)} was returned: ${reason}`,
      'The amount is in your available balance.',
    ],
  });

type Withdrawal = typeof withdrawal.$inferSelect;

type Decided = Pick<Notification, 'subject' | 'paragraphs' | 'moment'> & {
  event: 'approved' | 'paid' | 'rejected' | 'bounced';
  /** Outcome for support; without it, support gets no mail. */
  toSupport?: string;
};

async function notifyOwner(
  tx: Handle,
  { id, userId, amount }: Withdrawal,
  { event, toSupport, ...message }: Decided,
): Promise<void> {
  const owner = await findVerifiedUser(tx, userId);
  if (!owner) throw new Error(`Withdrawal ${id} has no owner`);
  const news = { ...message, effectKey: `withdrawal-${event}:${id}`, page: getReceiptPath(id) } as const;
  await mailAndNotify(tx, owner, news, `${message.subject}: ${formatUsd(amount)}`);
  if (!toSupport) return;
  await mailSupport(tx, {
    ...news,
    paragraphs: [`The withdrawal of ${formatUsd(amount)} by ${owner.email} was ${toSupport}.`],
    page: { label: 'Withdrawals', href: `/admin/withdrawals?user=${owner.id}` },
  });
}
