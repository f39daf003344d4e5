/**
 * Classes of mail by kind. `alone` is sent first, and never in a digest. `strangers` is sent first too, but with a
 * pause between two mails, since strangers can cause it. `foldable` goes into a digest if its recipient gets many
 * mails.
 */
const MAIL_CLASS_BY_KIND = {
  verify: 'strangers',
  reset: 'strangers',
  'sign-up-known': 'strangers',
  'sign-in-tries': 'strangers',
  'password-changed': 'alone',
  'two-factor': 'alone',
  'account-frozen': 'alone',
  'account-unfrozen': 'alone',
  'account-closed': 'alone',
  'account-reopened': 'alone',
  'withdrawal-requested': 'alone',
  'withdrawal-approved': 'alone',
  'withdrawal-rejected': 'alone',
  'withdrawal-paid': 'alone',
  'withdrawal-bounced': 'alone',
  'operator-debit': 'alone',
  'receivable-written-off': 'alone',
  'staff-invitation': 'strangers',
  'staff-reset': 'strangers',
  'staff-changed': 'alone',
  'administrator-added': 'alone',
  'approval-asked': 'alone',
  'books-off': 'alone',
  alert: 'foldable',
  // This mail is not urgent, since no money moves, and a program may repeat such a request often.
  'withdrawal-refused': 'foldable',
  'sign-up': 'foldable',
  referred: 'foldable',
  'on-hold': 'foldable',
  'deposit-submitted': 'foldable',
  'deposit-proved': 'foldable',
  'deposit-approved': 'foldable',
  'deposit-rejected': 'foldable',
  'deposit-expired': 'foldable',
  'deposit-reversed': 'foldable',
  'deposit-address': 'foldable',
  'operator-credit': 'foldable',
  'operator-profit': 'foldable',
  'plan-opened': 'foldable',
  'plan-matured': 'foldable',
  'plan-ended': 'foldable',
  'copy-stopping': 'foldable',
  'copy-stopped': 'foldable',
  'copy-returned': 'foldable',
  'copy-day-spread': 'foldable',
  'copy-took-over': 'foldable',
  'copy-first-trade': 'foldable',
  'copy-no-stake': 'foldable',
  'leader-request': 'foldable',
  'leader-accepted': 'foldable',
  'leader-rejected': 'foldable',
  'live-trading-asked': 'foldable',
  'support-written': 'foldable',
  'support-answered': 'foldable',
  'kyc-submitted': 'foldable',
  'kyc-approved': 'foldable',
  'kyc-rejected': 'foldable',
  'kyc-revoked': 'foldable',
  'kyc-asked-again': 'foldable',
  'kyc-expiring': 'foldable',
  'kyc-expired': 'foldable',
  'referral-bonus-paid': 'foldable',
  'referral-bonus-taken-back': 'foldable',
  'rank-bonus-waits': 'foldable',
  'rank-bonus-claimable': 'foldable',
  'rank-bonus-claimed': 'foldable',
  'rank-bonus-taken-back': 'foldable',
  'approval-approved': 'foldable',
  'approval-rejected': 'foldable',
  'approval-withdrawn': 'foldable',
  'books-daily': 'foldable',
} as const satisfies Record<string, 'alone' | 'strangers' | 'foldable'>;

export type MailKind = keyof typeof MAIL_CLASS_BY_KIND;

export const MAIL_KINDS = Object.keys(MAIL_CLASS_BY_KIND) as MailKind[];

export const isFoldable = (kind: MailKind): boolean => MAIL_CLASS_BY_KIND[kind] === 'foldable';

export const isForStrangers = (kind: MailKind): boolean => MAIL_CLASS_BY_KIND[kind] === 'strangers';

/** Returns the kinds of recent mails that delay one of this kind. A mailed link is delayed only by its own kind. */
export const listDelayingKinds = (kind: MailKind): MailKind[] =>
  kind === 'sign-up-known' ? MAIL_KINDS.filter(isForStrangers) : [kind];
