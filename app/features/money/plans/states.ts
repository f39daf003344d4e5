import type { INVESTMENT_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type InvestmentState = (typeof INVESTMENT_STATES)[number];

/** Plan that a user has bought. It earns until the end of its last day, or until an administrator ends it early. */
export const investmentMachine = {
  thing: 'investment',
  initial: ['running'],
  events: {
    mature: { from: ['running'], to: 'matured', by: ['system'] },
    end: { from: ['running'], to: 'ended', by: ['admin'] },
  },
} as const satisfies Machine<InvestmentState, string>;
