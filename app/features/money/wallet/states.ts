import type { DEPOSIT_STATES, WITHDRAWAL_STATES } from '#drizzle/schema';
import type { Machine } from '~/platform/states';

export type DepositState = (typeof DEPOSIT_STATES)[number];
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Deposit: a payment that a user submits and an administrator decides on. */
export const depositMachine = {
  thing: 'deposit',
  // A deposit that the operator records after the money arrived starts as approved.
  initial: ['pending', 'approved'],
  events: {
    approve: { from: ['pending'], to: 'approved', by: ['admin'] },
    reject: { from: ['pending'], to: 'rejected', by: ['admin'] },
    /** The user adds a missing picture or transaction ID. */
    prove: { from: ['pending'], to: 'pending', by: ['investor'] },
    cancel: { from: ['pending'], to: 'cancelled', by: ['investor'] },
    /** The deposit was not decided within `PENDING_DAYS`: no payment arrived, or none could be identified. */
    expire: { from: ['pending'], to: 'cancelled', by: ['system'] },
    reverse: { from: ['approved'], to: 'reversed', by: ['admin'] },
    /** The sender's bank or card reclaimed the payment. The user owes what was spent of it. */
    'charge-back': { from: ['approved'], to: 'reversed', by: ['admin'] },
  },
} as const satisfies Machine<DepositState, string>;

/** Withdrawal: its amount is held from the request until a final state. */
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

/** Returns the event that an unpaid withdrawal waits for, with its time; null if it does not wait. */
export function getShownWait({ status, approvedAt, waitsUntil }: Waiting): { title: string; at: Date } | null {
  if (!waitsUntil) return null;
  if (status === 'requested') return { title: 'Can be approved from', at: waitsUntil };
  // The first wait ends before the approval. A later `waitsUntil` belongs to a wait that started after a freeze.
  const since = status === 'approved' && (!approvedAt || approvedAt < waitsUntil);
  return since ? { title: 'Can be paid from', at: waitsUntil } : null;
}

type Dated = { status: WithdrawalState; approvedAt: Date | null; paidAt: Date | null; endedAt: Date | null };

/** Lists the events of a withdrawal with their times. */
export function listMilestones({ status, approvedAt, paidAt, endedAt }: Dated): { state: WithdrawalState; at: Date }[] {
  const steps: { state: WithdrawalState; at: Date | null }[] = [
    { state: 'approved', at: approvedAt },
    { state: 'paid', at: paidAt },
    // A payment also ends a withdrawal, so a paid one has no separate end.
    { state: status, at: status === 'paid' ? null : endedAt },
  ];
  return steps.flatMap(({ state, at }) => (at ? [{ state, at }] : []));
}
