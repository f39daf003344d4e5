import type { LEADER_REQUEST_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type LeaderRequestState = (typeof LEADER_REQUEST_STATES)[number];

/** An investor's application to be copied: an administrator decides it; withdrawing it or closing the account ends it. */
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
