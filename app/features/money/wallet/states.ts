import type { DEPOSIT_STATES, WITHDRAWAL_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type DepositState = (typeof DEPOSIT_STATES)[number];
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Deposit: a payment stated by a user, until an administrator decides. */
export const depositMachine = {
  thing: 'deposit',
  // The operator may record one that arrived without having been announced.
  initial: ['pending', 'approved'],
  events: {
    approve: { from: ['pending'], to: 'approved', by: ['admin'] },
    reject: { from: ['pending'], to: 'rejected', by: ['admin'] },
    /** A picture or a transaction ID that was not sent at first. */
    prove: { from: ['pending'], to: 'pending', by: ['investor'] },
    cancel: { from: ['pending'], to: 'cancelled', by: ['investor'] },
    /** Undecided for `PENDING_DAYS`: no payment arrived, or none that could be identified. */
    expire: { from: ['pending'], to: 'cancelled', by: ['system'] },
    reverse: { from: ['approved'], to: 'reversed', by: ['admin'] },
    /** The sender's bank or card took the payment back: what of it was spent, its owner owes. */
    'charge-back': { from: ['approved'], to: 'reversed', by: ['admin'] },
  },
} as const satisfies Machine<DepositState, string>;

/** Withdrawal: its amount is held from the request to the end. */
export const withdrawalMachine = {
  thing: 'withdrawal',
  initial: ['requested'],
  events: {
    cancel: { from: ['requested'], to: 'cancelled', by: ['investor'] },
    reject: { from: ['requested'], to: 'rejected', by: ['admin'] },
    approve: { from: ['requested'], to: 'approved', by: ['admin'] },
    pay: { from: ['approved'], to: 'paid', by: ['admin'] },
    bounce: { from: ['approved', 'paid'], to: 'bounced', by: ['admin'] },
  },
} as const satisfies Machine<WithdrawalState, string>;

type Waiting = { status: WithdrawalState; approvedAt: Date | null; waitsUntil: Date | null };

/** Returns the event that an unpaid withdrawal waits for, and its time; null if it doesn't wait. */
export function waitShown({ status, approvedAt, waitsUntil }: Waiting): { title: string; at: Date } | null {
  if (!waitsUntil) return null;
  if (status === 'requested') return { title: 'Can be approved from', at: waitsUntil };
  // The wait before the approval is over by then; a longer one began when a freeze ended.
  const since = status === 'approved' && (!approvedAt || approvedAt < waitsUntil);
  return since ? { title: 'Can be paid from', at: waitsUntil } : null;
}

type Dated = { status: WithdrawalState; approvedAt: Date | null; paidAt: Date | null; endedAt: Date | null };

/** Lists the events of a withdrawal with their times. */
export function milestones({ status, approvedAt, paidAt, endedAt }: Dated): { state: WithdrawalState; at: Date }[] {
  const steps: { state: WithdrawalState; at: Date | null }[] = [
    { state: 'approved', at: approvedAt },
    { state: 'paid', at: paidAt },
    // A payment ends it too, unless it is returned.
    { state: status, at: status === 'paid' ? null : endedAt },
  ];
  return steps.flatMap(({ state, at }) => (at ? [{ state, at }] : []));
}
