import type { APPROVAL_STATES, approval } from '#drizzle/schema';
import { after, DAY } from '~/platform/clock';
import type { Machine } from '~/platform/states';

/**
 * Request of one administrator in live mode that a second one decides. The requester can only withdraw it. After seven days it can't be
 * decided any more.
 */
export const approvalMachine = {
  thing: 'request',
  initial: ['waiting'],
  events: {
    approve: { from: ['waiting'], to: 'approved', by: ['admin'] },
    reject: { from: ['waiting'], to: 'rejected', by: ['admin'] },
    withdraw: { from: ['waiting'], to: 'withdrawn', by: ['admin'] },
  },
} as const satisfies Machine<(typeof APPROVAL_STATES)[number], string>;

/** Longest wait of a request, milliseconds. */
export const APPROVAL_LIFETIME_MS = 7 * DAY;

export const getExpiryCutoff = (time: Date): Date => after(time, -APPROVAL_LIFETIME_MS);

/** Returns the displayed state. `expired` is computed from the time and never stored. */
export const getApprovalState = ({ status, requestedAt }: typeof approval.$inferSelect, time: Date) =>
  status === 'waiting' && requestedAt < getExpiryCutoff(time) ? 'expired' : status;
