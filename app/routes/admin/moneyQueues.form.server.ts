import { performPreviewed } from '~/features/approvals/perform.server';
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

export const DEPOSITS: Queue = {
  path: '/admin/deposits',
  right: 'payments:decide',
  machine: depositMachine,
  decisions: {
    approve: decision('approve', {
      schema: receivedSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'deposit-approve', asked, shown),
      says: 'Deposit approved and credited',
      confirmed: true,
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectDeposit(tx, by, id, reason),
      says: 'Deposit rejected',
    }),
    reverse: decision('reverse', {
      schema: reasonSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'deposit-reverse', asked, shown),
      says: 'Deposit reversed',
      confirmed: true,
    }),
  },
};

export const WITHDRAWALS: Queue = {
  path: '/admin/withdrawals',
  right: 'payments:decide',
  machine: withdrawalMachine,
  decisions: {
    approve: decision('approve', {
      schema: decisionSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'withdrawal-approve', asked, shown),
      says: 'Withdrawal approved',
      confirmed: true,
    }),
    'approve-and-pay': decision('approve', {
      schema: referenceSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'withdrawal-approve', asked, shown),
      says: 'Withdrawal approved and paid',
      confirmed: true,
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
    bounce: decision('bounce', {
      schema: reasonSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'withdrawal-bounce', asked, shown),
      says: 'Payment returned to the user',
      confirmed: true,
    }),
  },
};

/** What an administrator decides about investments, on the page at `path`. */
export const investmentDecisions = (path: string): Queue => ({
  path,
  right: 'balances:change',
  machine: investmentMachine,
  decisions: {
    end: decision('end', {
      schema: reasonSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'plan-end-early', asked, shown),
      says: 'The plan was ended early',
      confirmed: true,
    }),
  },
});
