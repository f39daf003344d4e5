import type { Machine } from '~/platform/states';

/** A mail in the outbox, as far as an administrator can change it; a job sends it. */
export const mailMachine = {
  thing: 'mail',
  initial: ['waiting'],
  events: {
    retry: { from: ['failed'], to: 'waiting', by: ['admin'] },
  },
} as const satisfies Machine<'waiting' | 'sent' | 'failed', string>;
