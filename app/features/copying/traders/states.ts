import type { TRADER_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type TraderState = (typeof TRADER_STATES)[number];

/** A trader: open to new copies, paused (running copies continue), or retired, which ends every copy. Investors may return. */
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
