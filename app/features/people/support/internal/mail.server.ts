import { mailAndNotify, mailSupport, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { SUPPORT_KIND_NAMES, type SupportKind } from '../kinds';

/** Notifies support by mail of an investor's message. The mail omits the text, which only the page shows. */
export const mailSupportMessage = (
  tx: Handle,
  user: Recipient,
  { id, kind, messageId }: { id: string; kind: SupportKind; messageId: string },
): Promise<void> =>
  mailSupport(tx, {
    effectKey: `support-written:${messageId}`,
    subject: `${SUPPORT_KIND_NAMES[kind]} of an investor`,
    paragraphs: [`${user.email} has written to support.`],
    page: { label: 'Read and answer', href: `/admin/support?item=${id}` },
  });

export async function notifyAnswered(
  tx: Handle,
  { threadId, userId, messageId }: { threadId: string; userId: string; messageId: string },
): Promise<void> {
  const owner = await findVerifiedUser(tx, userId);
  if (!owner) throw new Error(`Support request ${threadId} has no owner`);
  const news = {
    effectKey: `support-answered:${messageId}`,
    subject: 'Support has written to you',
    paragraphs: [
      'support has written to you.',
      'Read it and reply on the page below. Replies to this mail are not read.',
    ],
    page: { label: 'Read and reply', href: `/support/${threadId}` },
  } as const;
  await mailAndNotify(tx, owner, news, news.subject);
}
