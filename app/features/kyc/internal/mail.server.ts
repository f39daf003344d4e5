import { enqueueMail } from '~/mail/outbox.server';
import { mailNews, type News, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { publicLink } from '~/platform/installation/site';

const PAGE = { label: 'Your KYC', href: '/kyc' };

/** To the user, and to support, who have to look. What is in the papers stands in neither. */
export async function mailKycSubmitted(tx: Handle, user: Recipient, id: string): Promise<void> {
  await mailNews(tx, user, {
    effectKey: `kyc-submitted:${id}`,
    subject: 'KYC Submitted!',
    paragraphs: [
      'Your KYC documents have been successfully submitted and are under review.',
      'If this was not you, change your password and write to support at once.',
    ],
    page: PAGE,
  });
  await enqueueMail(tx, {
    effectKey: `kyc-submitted:${id}:support`,
    kind: 'kyc-submitted',
    to: env().SUPPORT_EMAIL,
    subject: 'KYC documents wait for a decision',
    paragraphs: [`${user.email} sent KYC documents.`],
    action: { label: 'Decide', href: publicLink(`/admin/kyc?user=${user.id}`) },
  });
}

export type KycNews = { event: 'approved' | 'rejected' } & Pick<News, 'subject' | 'paragraphs'>;

/** Tells a user what was decided about their papers, by mail and on their pages. */
export async function tellKycNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, paragraphs }: KycNews & { id: string },
): Promise<void> {
  await tellNews(tx, user, { effectKey: `kyc-${event}:${id}`, subject, paragraphs, page: PAGE }, subject);
}
