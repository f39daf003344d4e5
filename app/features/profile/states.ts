import type { Machine } from '~/platform/states';

/** An investor's account. Closing ends the sign-in; what is owed stays listed and payable. */
export const accountMachine = {
  thing: 'account',
  initial: ['open'],
  events: {
    close: { from: ['open'], to: 'closed', by: ['investor', 'admin'] },
  },
} as const satisfies Machine<'open' | 'closed', string>;
