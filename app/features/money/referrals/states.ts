import type { REFERRAL_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type ReferralBonusState = (typeof REFERRAL_BONUS_STATES)[number];

/** The bonus of one deposit: due at once, waiting until the money stayed and a reserve can pay, then `paid` or `reduced`. */
export const referralBonusMachine = {
  thing: 'referral bonus',
  initial: ['due'],
  events: {
    wait: { from: ['due'], to: 'waiting', by: ['system'] },
    pay: { from: ['due', 'waiting'], to: 'paid', by: ['system'] },
    reduce: { from: ['due', 'waiting'], to: 'reduced', by: ['system'] },
    /** Set for a reversed deposit. */
    'take-back': { from: ['due', 'waiting', 'paid', 'reduced'], to: 'taken-back', by: ['admin'] },
  },
} as const satisfies Machine<ReferralBonusState, string>;
