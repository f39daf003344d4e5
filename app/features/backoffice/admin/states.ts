import type { Machine } from '~/platform/states';

/** A mail in the outbox, as far as an administrator has a say in it; sending it is a job's. */
export const mailMachine = {
  thing: 'mail',
  initial: ['waiting'],
  events: {
    retry: { from: ['failed'], to: 'waiting', by: ['admin'] },
  },
} as const satisfies Machine<'waiting' | 'sent' | 'failed', string>;
