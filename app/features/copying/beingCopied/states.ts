import type { LEADER_REQUEST_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type LeaderRequestState = (typeof LEADER_REQUEST_STATES)[number];

/**
 * An investor's application to become a trader whom others can copy. An administrator accepts it, or rejects it with a reason. Until then
 * the investor can withdraw it; closing the account withdraws it too.
 */
export const leaderRequestMachine = {
  thing: 'request to be copied',
  called: 'trader application',
  initial: ['waiting'],
  events: {
    accept: { from: ['waiting'], to: 'accepted', by: ['admin'] },
    reject: { from: ['waiting'], to: 'rejected', by: ['admin'] },
    withdraw: { from: ['waiting'], to: 'withdrawn', by: ['investor', 'admin', 'system'] },
  },
} as const satisfies Machine<LeaderRequestState, string>;
