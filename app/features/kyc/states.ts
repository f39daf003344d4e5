import type { KYC_STATES, kyc } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** So many days before the document expires its owner is told. */
export const WARNED_DAYS = 30;

/** `none` is a user who never sent papers. */
export type KycState = 'none' | (typeof KYC_STATES)[number];

/**
 * A user's identity papers: sent, then decided. What is rejected counts for nothing and can be followed by others; the event that
 * led there says why: they were rejected, one of them was asked for again, an approval was taken back, or the document expired. No withdrawal and no copy waits for
 * them; where the operator wants it, bonuses do.
 */
export const kycMachine = {
  thing: 'KYC submission',
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

type Ended = Pick<typeof kyc.$inferSelect, 'status' | 'endedBy'>;

const ENDED = { 'ask-again': 'asked again', revoke: 'revoked', expire: 'expired' } as const;

/** What papers are called where they are shown: rejected ones by what ended them. */
export const shownState = ({ status, endedBy }: Ended): ShownState => (endedBy ? ENDED[endedBy] : status);

export type ShownState = KycState | (typeof ENDED)[keyof typeof ENDED];

/** The column of the one file that is asked for now; null where none is. */
export const paperWantedOf = (papers: Pick<typeof kyc.$inferSelect, 'status' | 'paperWanted'> | null) =>
  papers?.status === 'rejected' ? papers.paperWanted : null;
