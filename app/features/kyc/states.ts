import type { KYC_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** `none` is a user who never sent papers. */
export type KycState = 'none' | (typeof KYC_STATES)[number];

/**
 * A user's identity papers: sent, then decided; what was rejected can be followed by others. No withdrawal waits
 * for it; where the operator wants it, bonuses do.
 */
export const kycMachine = {
  thing: 'KYC submission',
  initial: ['none'],
  events: {
    submit: { from: ['none', 'rejected'], to: 'submitted', by: ['investor'] },
    approve: { from: ['submitted'], to: 'approved', by: ['admin'] },
    reject: { from: ['submitted'], to: 'rejected', by: ['admin'] },
  },
} as const satisfies Machine<KycState, string>;
