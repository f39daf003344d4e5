import type { Machine } from '~/platform/states';

/**
 * Account of an investor. Closing it ends all sessions; debts to its owner stay listed and payable. A reopened account has no password until
 * its owner chooses one by a mailed link.
 */
export const accountMachine = {
  thing: 'account',
  initial: ['open'],
  events: {
    close: { from: ['open'], to: 'closed', by: ['investor', 'admin'] },
    reopen: { from: ['closed'], to: 'open', by: ['admin'] },
  },
} as const satisfies Machine<'open' | 'closed', string>;
