import type { LEADER_REQUEST_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type LeaderRequestState = (typeof LEADER_REQUEST_STATES)[number];

/**
 * An investor's application to become a trader, whom others can copy: an administrator accepts it, or rejects it with a reason;
 * until then the investor can take it back, and closing the account does.
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
