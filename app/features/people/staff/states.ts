import type { INVITATION_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

/** Invitation to the staff. Its mailed link works once and for some days. A later attempt expires it permanently. */
export const invitationMachine = {
  thing: 'invitation',
  initial: ['open'],
  events: {
    accept: { from: ['open'], to: 'accepted', by: ['admin'] },
    withdraw: { from: ['open'], to: 'withdrawn', by: ['admin'] },
    expire: { from: ['open'], to: 'expired', by: ['system'] },
  },
} as const satisfies Machine<(typeof INVITATION_STATES)[number], string>;
