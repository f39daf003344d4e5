import type { TRADER_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type TraderState = (typeof TRADER_STATES)[number];

/**
 * A trader: open to new copies, paused (those who copy go on), or retired for good, which ends every copy in order. An investor
 * who is copied may retire as a trader, and returns when another request to be copied is accepted.
 */
export const traderMachine = {
  thing: 'trader',
  initial: ['open'],
  events: {
    pause: { from: ['open'], to: 'paused', by: ['admin'] },
    reopen: { from: ['paused'], to: 'open', by: ['admin'] },
    retire: { from: ['open', 'paused'], to: 'retired', by: ['investor', 'admin', 'system'] },
    return: { from: ['retired'], to: 'open', by: ['admin'] },
  },
} as const satisfies Machine<TraderState, string>;

export type TraderEvent = keyof typeof traderMachine.events;
