import type { DepositState, WithdrawalState } from '../states';

/** Returns the number of a receipt: a letter and the last 8 hexadecimal digits of the row's ID, `D-3F2A91C4`. */
export const formatReceiptNumber = (letter: 'D' | 'W', id: string): string => `${letter}-${id.slice(-8).toUpperCase()}`;

/** State of a step: done, current, still to come, or an unfavourable end. */
export type ReceiptStep =
  | { label: string; at: Date | null; phase: 'done' | 'later' | 'ended' }
  | { label: 'In review' | 'Being paid'; at: null; phase: 'now' };

type Deposit = {
  status: DepositState;
  createdAt: Date;
  decidedAt: Date | null;
  chargedBackAt?: Date | null;
  proofFileId: string | null;
};

export function listDepositSteps(row: Deposit, creditedAt: Date | null): ReceiptStep[] {
  const { status, createdAt, decidedAt, proofFileId } = row;
  const sent: ReceiptStep = { label: 'Sent', at: createdAt, phase: 'done' };
  const reviewed = { label: 'In review', at: null, phase: 'done' } as const;
  const credited = { label: 'Credited', at: creditedAt, phase: 'done' } as const;
  // Management entered this deposit when the money had arrived, so it was never in review.
  if (status === 'approved' && !proofFileId && createdAt.getTime() === creditedAt?.getTime()) return [credited];
  switch (status) {
    case 'pending':
      return [sent, { ...reviewed, phase: 'now' }, { ...credited, phase: 'later' }];
    case 'approved':
      return [sent, reviewed, credited];
    case 'rejected':
      return [sent, reviewed, { label: 'Rejected', at: decidedAt, phase: 'ended' }];
    case 'cancelled':
      return [sent, { label: 'Cancelled', at: decidedAt, phase: 'ended' }];
    case 'reversed':
      return [
        sent,
        reviewed,
        credited,
        { label: row.chargedBackAt ? 'Charged back' : 'Reversed', at: decidedAt, phase: 'ended' },
      ];
  }
}

type Withdrawal = {
  status: WithdrawalState;
  requestedAt: Date;
  approvedAt: Date | null;
  paidAt: Date | null;
  endedAt: Date | null;
};

const END_LABELS = { rejected: 'Rejected', cancelled: 'Cancelled', bounced: 'Payment returned' } as const;

export function listWithdrawalSteps(row: Withdrawal): ReceiptStep[] {
  const { status, requestedAt, approvedAt, paidAt, endedAt } = row;
  const reached = (label: string, at: Date | null): ReceiptStep[] => (at ? [{ label, at, phase: 'done' }] : []);
  const past = [...reached('Requested', requestedAt), ...reached('Approved', approvedAt), ...reached('Paid', paidAt)];
  switch (status) {
    case 'requested':
      return [
        ...past,
        { label: 'In review', at: null, phase: 'now' },
        { label: 'Approved', at: null, phase: 'later' },
        { label: 'Paid', at: null, phase: 'later' },
      ];
    case 'approved':
      return [...past, { label: 'Being paid', at: null, phase: 'now' }, { label: 'Paid', at: null, phase: 'later' }];
    case 'paid':
      return past;
    default:
      return [...past, { label: END_LABELS[status], at: endedAt, phase: 'ended' }];
  }
}
