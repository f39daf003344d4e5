import { mailSupport, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';

const PAGE = { label: 'Live trading', href: '/live-trading#copied' };

/** Tells support that a request waits for a decision. */
export async function mailLeaderRequest(tx: Handle, user: Recipient, id: string): Promise<void> {
  await mailSupport(tx, {
    effectKey: `leader-request:${id}`,
    subject: 'A request to be copied waits for a decision',
    paragraphs: [`${user.email} asks to be copied.`],
    page: { label: 'Decide', href: `/admin/leader-requests?user=${user.id}` },
  });
}

/** Tells an investor that others can copy them now, by mail and on their pages. */
export async function tellLeaderAccepted(tx: Handle, user: Recipient, id: string): Promise<void> {
  const subject = 'You can be copied now';
  const paragraphs = [
    'others can copy your trading now.',
    'Your live trading page says how many do, and lets you stop being copied.',
  ] as const;
  await tellNews(tx, user, { effectKey: `leader-accepted:${id}`, subject, paragraphs, page: PAGE }, subject);
}

/** Tells an investor that their request was rejected, by mail and on their pages. */
export async function tellLeaderRejected(tx: Handle, user: Recipient, id: string, reason: string): Promise<void> {
  const subject = 'Your request to be copied was rejected';
  const paragraphs = [
    `your request to be copied was rejected: ${reason}`,
    'Your own trading goes on as before.',
  ] as const;
  await tellNews(tx, user, { effectKey: `leader-rejected:${id}`, subject, paragraphs, page: PAGE }, subject);
}
