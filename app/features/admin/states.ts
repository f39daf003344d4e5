import type { APPROVAL_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** An investor's account. Closing ends the sign-in; what is owed stays listed and payable. */
export const accountMachine = {
  thing: 'account',
  initial: ['open'],
  events: {
    close: { from: ['open'], to: 'closed', by: ['investor', 'admin'] },
  },
} as const satisfies Machine<'open' | 'closed', string>;

/** A mail in the outbox, as far as an administrator has a say in it; sending it is a job's. */
export const mailMachine = {
  thing: 'mail',
  initial: ['waiting'],
  events: {
    retry: { from: ['failed'], to: 'waiting', by: ['admin'] },
  },
} as const satisfies Machine<'waiting' | 'sent' | 'failed', string>;

/** What one administrator asks for in live mode and a second one decides. Whoever asked may only take it back. */
export const approvalMachine = {
  thing: 'request',
  initial: ['waiting'],
  events: {
    approve: { from: ['waiting'], to: 'approved', by: ['admin'] },
    reject: { from: ['waiting'], to: 'rejected', by: ['admin'] },
    withdraw: { from: ['waiting'], to: 'withdrawn', by: ['admin'] },
  },
} as const satisfies Machine<(typeof APPROVAL_STATES)[number], string>;
