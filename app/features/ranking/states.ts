import type { RANK_BONUS_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** A bonus that is locked has no row. */
export type RankBonusState = (typeof RANK_BONUS_STATES)[number] | 'locked';

/** The bonus of one rank for one user: claimable from the deposit that lifted them into it, and claimed once. */
export const rankBonusMachine = {
  thing: 'rank bonus',
  initial: ['claimable'],
  events: {
    claim: { from: ['claimable'], to: 'claimed', by: ['investor'] },
    /** The deposit that it came by was reversed: it can be reached again. */
    'take-back': { from: ['claimable', 'claimed'], to: 'locked', by: ['admin'] },
  },
} as const satisfies Machine<RankBonusState, string>;
