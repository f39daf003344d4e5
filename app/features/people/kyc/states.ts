import type { KYC_STATES, kyc } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** Number of days before a document's expiry at which its owner is warned. */
export const WARNED_DAYS_BEFORE_EXPIRY = 30;

/** `none` is the state of a user who has not submitted documents. */
export type KycState = 'none' | (typeof KYC_STATES)[number];

/**
 * Identity check of a user, who submits documents for an administrator to decide on. After a rejection the user can submit new documents.
 * The event names the reason: rejected, one document requested again, approval revoked, or document expired. Withdrawals and copies do not
 * depend on the check; bonuses do if the operator sets `papers-first`.
 */
export const kycMachine = {
  thing: 'KYC submission',
  called: 'identity check',
  initial: ['none'],
  events: {
    submit: { from: ['none', 'rejected'], to: 'submitted', by: ['investor'] },
    approve: { from: ['submitted'], to: 'approved', by: ['admin'] },
    reject: { from: ['submitted'], to: 'rejected', by: ['admin'] },
    'ask-again': { from: ['submitted'], to: 'rejected', by: ['admin'] },
    revoke: { from: ['approved'], to: 'rejected', by: ['admin'] },
    expire: { from: ['approved'], to: 'rejected', by: ['system'] },
  },
} as const satisfies Machine<KycState, string>;

type EndableCheck = Pick<typeof kyc.$inferSelect, 'status' | 'endedBy'>;

const ENDED_STATES = { 'ask-again': 'asked again', revoke: 'revoked', expire: 'expired' } as const;

export const getDisplayedState = ({ status, endedBy }: EndableCheck): DisplayedState =>
  endedBy ? ENDED_STATES[endedBy] : status;

export type DisplayedState = KycState | (typeof ENDED_STATES)[keyof typeof ENDED_STATES];

export const requestedDocumentOf = (documents: Pick<typeof kyc.$inferSelect, 'status' | 'paperWanted'> | null) =>
  documents?.status === 'rejected' ? documents.paperWanted : null;
