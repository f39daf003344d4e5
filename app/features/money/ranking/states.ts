import type { RANK_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** State of a rank bonus for a user. A locked bonus has no row in the database. */
export type RankBonusState = (typeof RANK_BONUS_STATES)[number] | 'locked';

/**
 * Bonus of a rank for a user. It waits from the deposit that reached the rank until the rank was held for the configured days. Then it is
 * claimable, and can be claimed once.
 */
export const rankBonusMachine = {
  thing: 'rank bonus',
  initial: ['waiting', 'claimable'],
  events: {
    unlock: { from: ['waiting'], to: 'claimable', by: ['system'] },
    /** The rank was not held for the whole period; it can be reached again. */
    lapse: { from: ['waiting'], to: 'locked', by: ['system'] },
    claim: { from: ['claimable'], to: 'claimed', by: ['investor'] },
    /** The deposit that reached the rank was reversed; the rank can be reached again. */
    'take-back': { from: ['claimable', 'claimed'], to: 'locked', by: ['admin'] },
  },
} as const satisfies Machine<RankBonusState, string>;
