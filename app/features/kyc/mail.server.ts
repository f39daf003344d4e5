import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { notify } from '~/platform/events.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Recipient = { id: string; email: string; firstName: string };

const PAGE = '/kyc';
const action = () => ({ label: 'Your KYC', href: publicLink(PAGE) });

/** To the user, and to support, who have to look. What is in the papers stands in neither. */
export async function mailKycSubmitted(tx: Handle, user: Recipient, id: string): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `kyc-submitted:${id}`,
    kind: 'kyc-submitted',
    to: user.email,
    subject: 'KYC Submitted!',
    paragraphs: [
      `Hi ${user.firstName}, Your KYC documents have been successfully submitted and are under review.`,
      'If this was not you, change your password and write to support at once.',
    ],
    action: action(),
  });
  await enqueueMail(tx, {
    effectKey: `kyc-submitted:${id}:support`,
    kind: 'kyc-submitted',
    to: env().SUPPORT_EMAIL,
    subject: 'KYC documents wait for a decision',
    paragraphs: [`${user.email} sent KYC documents.`],
    action: { label: 'Decide', href: publicLink('/admin/kyc') },
  });
}

export type KycNews = { event: 'approved' | 'rejected'; subject: string; paragraphs: [string, ...string[]] };

/** What was decided about somebody's papers, by mail and on their pages. */
export async function tellKycNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, paragraphs }: KycNews & { id: string },
): Promise<void> {
  const kind = `kyc-${event}`;
  await enqueueMail(tx, {
    effectKey: `${kind}:${id}`,
    kind,
    to: user.email,
    subject,
    paragraphs: [`Hi ${user.firstName}, ${paragraphs[0]}`, ...paragraphs.slice(1)],
    action: action(),
  });
  await notify(tx, { userId: user.id, text: subject, href: PAGE });
}
