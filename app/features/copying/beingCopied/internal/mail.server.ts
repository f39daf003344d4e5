import { mailAndNotify, mailSupport, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';

const PAGE_LINK = { label: 'Live trading', href: '/live-trading#copied' };

export async function mailLeaderRequest(tx: Handle, user: Recipient, id: string): Promise<void> {
  await mailSupport(tx, {
    effectKey: `leader-request:${id}`,
    subject: 'A trader application waits for a decision',
    paragraphs: [`${user.email} applies to become a trader, whom others can copy.`],
    page: { label: 'Decide', href: `/admin/leader-requests?user=${user.id}` },
  });
}

export async function notifyLeaderAccepted(tx: Handle, user: Recipient, id: string): Promise<void> {
  const subject = 'Your trader application was approved';
  const paragraphs = [
    'others can copy your trading now.',
    'Your live trading page says how many do, and lets you stop being copied.',
  ] as const;
  await mailAndNotify(tx, user, { effectKey: `leader-accepted:${id}`, subject, paragraphs, page: PAGE_LINK }, subject);
}

export async function notifyLeaderRejected(tx: Handle, user: Recipient, id: string, reason: string): Promise<void> {
  const subject = 'Your trader application was rejected';
  const paragraphs = [
    `your trader application was rejected: ${reason}`,
    'Your own trading continues as before.',
  ] as const;
  await mailAndNotify(tx, user, { effectKey: `leader-rejected:${id}`, subject, paragraphs, page: PAGE_LINK }, subject);
}
