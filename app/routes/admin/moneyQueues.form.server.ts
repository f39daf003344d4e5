import { investmentMachine } from '~/features/plans';
import { decision, type Queue } from '~/features/reviewQueue/decision';
import { decisionSchema, reasonSchema } from '~/features/reviewQueue/view';
import {
  depositMachine,
  payWithdrawal,
  receivedSchema,
  referenceSchema,
  rejectDeposit,
  rejectWithdrawal,
  withdrawalMachine,
} from '~/features/wallet';
import { isPaper } from '~/platform/env';
import { previewedDecision } from './confirmedForm.server';

export const DEPOSITS: Queue = {
  path: '/admin/deposits',
  right: 'payments:decide',
  machine: depositMachine,
  decisions: {
    approve: previewedDecision('approve', { act: 'deposit-approve', schema: receivedSchema }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectDeposit(tx, by, id, reason),
      says: 'Deposit rejected',
    }),
    reverse: previewedDecision('reverse', { act: 'deposit-reverse', schema: reasonSchema }),
  },
};

export const WITHDRAWALS: Queue = {
  path: '/admin/withdrawals',
  right: 'payments:decide',
  machine: withdrawalMachine,
  decisions: {
    approve: previewedDecision('approve', { act: 'withdrawal-approve', schema: decisionSchema }),
    'approve-and-pay': previewedDecision('approve', {
      act: 'withdrawal-approve',
      schema: referenceSchema,
      // In live mode one administrator approves and another one pays.
      offered: isPaper,
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectWithdrawal(tx, by, id, reason),
      says: 'Withdrawal rejected',
    }),
    pay: decision('pay', {
      schema: referenceSchema,
      run: (tx, by, { id, reference }) => payWithdrawal(tx, by, id, reference),
      says: 'Withdrawal paid',
      confirmed: true,
    }),
    bounce: previewedDecision('bounce', { act: 'withdrawal-bounce', schema: reasonSchema }),
  },
};

/** What an administrator decides about investments, on the page at `path`. */
export const investmentDecisions = (path: string): Queue => ({
  path,
  right: 'balances:change',
  machine: investmentMachine,
  decisions: {
    end: previewedDecision('end', { act: 'plan-end-early', schema: reasonSchema }),
  },
});
