import type { TRADER_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type TraderState = (typeof TRADER_STATES)[number];

/**
 * Trader: open to new copies, paused (existing copies continue), or retired, which ends every copy. A copied investor who
 * retired returns when another request is accepted.
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
