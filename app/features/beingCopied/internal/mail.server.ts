import { mailSupport, type News, type Recipient, tellNews } from '~/mail/tellUser.server';
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

type LeaderNews = { id: string; event: 'accepted' | 'rejected' } & Pick<News, 'subject' | 'paragraphs'>;

/** Tells an investor what was decided about their request, by mail and on their pages. */
export async function tellLeaderNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, paragraphs }: LeaderNews,
): Promise<void> {
  await tellNews(tx, user, { effectKey: `leader-${event}:${id}`, subject, paragraphs, page: PAGE }, subject);
}
