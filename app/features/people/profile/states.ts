import type { Machine } from '~/platform/states';

/**
 * An investor's account. Closing ends the sign-in; what is owed stays listed and payable. A reopened account has no password:
 * its owner chooses one with a mailed link.
 */
export const accountMachine = {
  thing: 'account',
  initial: ['open'],
  events: {
    close: { from: ['open'], to: 'closed', by: ['investor', 'admin'] },
    reopen: { from: ['closed'], to: 'open', by: ['admin'] },
  },
} as const satisfies Machine<'open' | 'closed', string>;
