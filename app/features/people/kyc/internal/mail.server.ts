import type { kyc } from '#drizzle/schema';
import { areDocumentsRequired } from '~/features/people/persons/documents.server';
import {
  mailAndNotify,
  mailNotification,
  mailSupport,
  type Notification,
  type Recipient,
} from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { dayText } from '~/platform/text/dayText';
import { findVerifiedUser } from '~/signIns/userById.server';
import { type DocumentColumn, documentName } from '../files';

const PAGE_LINK = { label: 'Your identity check', href: '/kyc' };

/** Mails the user and support about a submission, without its content. */
export async function mailKycSubmitted(
  tx: Handle,
  user: Recipient,
  { id, wait }: { id: string; wait: string | null },
): Promise<void> {
  await mailNotification(tx, user, {
    effectKey: `kyc-submitted:${id}`,
    subject: 'KYC Submitted!',
    paragraphs: [
      `your KYC documents have been successfully submitted and are under review.${wait ? ` That usually takes ${wait}.` : ''}`,
      'If this was not you, change your password and write to support at once.',
    ],
    page: PAGE_LINK,
  });
  await mailSupport(tx, {
    effectKey: `kyc-submitted:${id}`,
    subject: 'An identity check waits for a decision',
    paragraphs: [`${user.email} sent identity documents.`],
    page: { label: 'Decide', href: `/admin/kyc?user=${user.id}` },
  });
}

export const KYC_MAIL_SUBJECTS = {
  approve: 'Identity check approved',
  reject: 'Identity check rejected',
  revoke: 'Approval of your identity check revoked',
  'ask-again': 'One of your identity documents is needed again',
};

export const notifyKycApproved = (tx: Handle, row: IdentityCheck) =>
  notifyOwner(tx, row, {
    event: 'approved',
    subject: KYC_MAIL_SUBJECTS.approve,
    paragraphs: ['your identity documents were approved. There is nothing more for you to do.'],
  });

export const notifyKycRejected = (tx: Handle, row: IdentityCheck, reason: string) =>
  notifyOwner(tx, row, {
    event: 'rejected',
    subject: KYC_MAIL_SUBJECTS.reject,
    paragraphs: [
      `your identity documents were rejected: ${reason}`,
      'Correct them and send them again. Your balance and withdrawals are not affected.',
    ],
  });

export const notifyKycRevoked = async (tx: Handle, row: IdentityCheck, reason: string) =>
  await notifyOwner(tx, row, {
    event: 'revoked',
    subject: KYC_MAIL_SUBJECTS.revoke,
    paragraphs: [
      `the approval of your identity check was revoked: ${reason}`,
      `You can send other documents. ${await unaffectedText(tx)}`,
    ],
  });

export const notifyDocumentRequested = (tx: Handle, row: IdentityCheck, paper: DocumentColumn, reason: string) =>
  notifyOwner(tx, row, {
    event: 'asked-again',
    subject: KYC_MAIL_SUBJECTS['ask-again'],
    paragraphs: [
      `one of your identity documents is needed again: ${documentName(paper)}. ${reason}`,
      'Send only this one; everything else remains as sent. Your balance and withdrawals are not affected.',
    ],
  });

export const notifyKycExpiring = async (tx: Handle, row: IdentityCheck, validUntil: string) =>
  await notifyOwner(tx, row, {
    event: 'expiring',
    subject: 'Your identity document is about to expire',
    paragraphs: [
      `your identity document is valid until ${dayText(new Date(validUntil))}.`,
      `After that day you can send a new one. ${await unaffectedText(tx)}`,
    ],
  });

export const notifyKycExpired = async (tx: Handle, row: IdentityCheck, validUntil: string) =>
  await notifyOwner(tx, row, {
    event: 'expired',
    subject: 'Your identity document has expired',
    paragraphs: [
      `your identity document was valid until ${dayText(new Date(validUntil))}, so your identity check no longer counts as approved.`,
      `Send a new one; the rest of the form is filled in. ${await unaffectedText(tx)}`,
    ],
  });

const unaffectedText = async (tx: Handle): Promise<string> =>
  `Your balance, copies and withdrawals are not affected.${(await areDocumentsRequired(tx)) ? ' Bonuses wait until your identity check is approved.' : ''}`;

type IdentityCheck = Pick<typeof kyc.$inferSelect, 'id' | 'userId'>;

async function notifyOwner(
  tx: Handle,
  { id, userId }: IdentityCheck,
  {
    event,
    ...message
  }: { event: 'approved' | 'rejected' | 'revoked' | 'asked-again' | 'expiring' | 'expired' } & Pick<
    Notification,
    'subject' | 'paragraphs'
  >,
): Promise<void> {
  const owner = await findVerifiedUser(tx, userId);
  if (!owner) throw new Error(`KYC submission ${id} has no owner`);
  await mailAndNotify(tx, owner, { ...message, effectKey: `kyc-${event}:${id}`, page: PAGE_LINK }, message.subject);
}
