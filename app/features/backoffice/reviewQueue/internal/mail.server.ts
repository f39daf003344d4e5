import { notifyNews, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

/** Notifies an investor that what they sent is on hold, and why. */
export async function notifyOnHold(
  tx: Handle,
  user: Recipient,
  { called, page, reason }: { called: string; page: string; reason: string },
): Promise<void> {
  const paragraphs = [
    `${called} is on hold: ${reason}`,
    'You need not send it again; it goes on once that is settled.',
  ] as const;
  const mail = {
    effectKey: `on-hold:${newId()}` as const,
    subject: 'Your request is on hold',
    paragraphs,
    page: { label: 'See how it stands', href: page },
  };
  await notifyNews(tx, user, mail, `On hold: ${reason}`);
}
