import type { REFERRAL_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type ReferralBonusState = (typeof REFERRAL_BONUS_STATES)[number];

/**
 * The bonus of one deposit: due with its approval; it waits until the money has stayed long enough, and then for a reserve
 * that can carry it. `paid`: the whole was paid. `reduced`: only what was left, perhaps nothing.
 */
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
