import type { investment } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import { mailAndNotify, type Notification, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { findVerifiedUser } from '~/signIns/userById.server';
import { planTitle } from '../planTitle';

type OpenedPlan = { id: string; name: string; amount: bigint; total: bigint; maturesAt: Date };

const PAGE_LINK = { label: 'Your investments', href: '/investments' };

export async function notifyPlanOpened(tx: Handle, user: Recipient, opened: OpenedPlan): Promise<void> {
  const { id, name, amount, total, maturesAt } = opened;
  const news = {
    effectKey: `plan-opened:${id}`,
    subject: 'Investment successful',
    paragraphs: [
      `you put ${formatUsd(amount)} into the ${planTitle(name)}.`,
      `It earns ${formatUsd(total)} in total, which is set aside in the operator’s reserve, and matures on ${utcText(maturesAt)}.`,
    ],
    page: PAGE_LINK,
  } as const;
  await mailAndNotify(tx, user, news, `${formatUsd(amount)} invested in the ${planTitle(name)}`);
}

type Investment = typeof investment.$inferSelect;

export const notifyPlanMatured = (tx: Handle, row: Investment, earned: bigint) =>
  sendPlanEnded(tx, row, {
    event: 'matured',
    subject: 'Plan matured',
    moment: { name: 'matured', line: `${formatUsd(earned)} earned` },
    paragraphs: [
      `your ${planTitle(row.planName)} has reached its last day. It earned ${formatUsd(earned)}.`,
      `The earnings and the ${formatUsd(row.principal)} you put in are in your available balance.`,
    ],
  });

export const notifyPlanEnded = (tx: Handle, row: Investment, { reason, earned }: { reason: string; earned: bigint }) =>
  sendPlanEnded(tx, row, {
    event: 'ended',
    subject: 'Plan ended early',
    paragraphs: [
      `your ${planTitle(row.planName)} was ended early: ${reason}`,
      `The ${formatUsd(row.principal)} you put in and the ${formatUsd(earned)} it earned so far are in your available balance.`,
    ],
  });

async function sendPlanEnded(
  tx: Handle,
  row: Investment,
  { event, ...message }: { event: 'matured' | 'ended' } & Pick<Notification, 'subject' | 'paragraphs' | 'moment'>,
): Promise<void> {
  const owner = await findVerifiedUser(tx, row.userId);
  if (!owner) throw new Error(`Investment ${row.id} has no owner`);
  const news: Notification = {
    ...message,
    effectKey: `plan-${event}:${row.id}`,
    page: PAGE_LINK,
    at: row.endedAt ?? undefined,
  };
  const earned = message.moment ? `, ${message.moment.line}` : '';
  await mailAndNotify(tx, owner, news, `${message.subject}: ${planTitle(row.planName)}${earned}`);
}
