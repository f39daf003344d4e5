import type { REFERRAL_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type ReferralBonusState = (typeof REFERRAL_BONUS_STATES)[number];

/** The bonus of one deposit: due with its approval, and paid then or as soon as the reserve allows. */
export const referralBonusMachine = {
  thing: 'referral bonus',
  initial: ['due'],
  events: {
    pay: { from: ['due', 'waiting'], to: 'paid', by: ['system'] },
    wait: { from: ['due'], to: 'waiting', by: ['system'] },
    /** Its deposit was reversed before it was paid. */
    drop: { from: ['due', 'waiting'], to: 'dropped', by: ['admin'] },
  },
} as const satisfies Machine<ReferralBonusState, string>;
