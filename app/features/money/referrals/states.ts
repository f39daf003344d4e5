import type { REFERRAL_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type ReferralBonusState = (typeof REFERRAL_BONUS_STATES)[number];

/**
 * Bonus of a deposit, due with its approval. It waits until the money has stayed for the holding period, and then until the reserve
 * covers it. `paid`: paid in full. `reduced`: a lower amount was paid, possibly nothing.
 */
export const referralBonusMachine = {
  thing: 'referral bonus',
  initial: ['due'],
  events: {
    wait: { from: ['due'], to: 'waiting', by: ['system'] },
    pay: { from: ['due', 'waiting'], to: 'paid', by: ['system'] },
    reduce: { from: ['due', 'waiting'], to: 'reduced', by: ['system'] },
    /** Follows the reversal of the deposit that earned the bonus. */
    'take-back': { from: ['due', 'waiting', 'paid', 'reduced'], to: 'taken-back', by: ['admin'] },
  },
} as const satisfies Machine<ReferralBonusState, string>;
