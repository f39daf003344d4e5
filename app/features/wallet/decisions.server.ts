import { decision, type Queue } from '~/platform/form/decisions.server';
import { decisionSchema, reasonSchema } from '~/platform/form/queue';
import { approveDeposit, rejectDeposit, reverseDeposit } from './decideDeposit.server';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from './decideWithdrawal.server';
import { receivedSchema, referenceSchema } from './schema';
import { depositMachine, withdrawalMachine } from './states';

export const DEPOSITS: Queue = {
  path: '/admin/deposits',
  machine: depositMachine,
  decisions: {
    approve: decision('approve', {
      schema: receivedSchema,
      run: (tx, by, { id, received }) => approveDeposit(tx, by, id, received),
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
      run: (tx, by, { id, reason }) => reverseDeposit(tx, by, id, reason),
      says: 'Deposit reversed',
      confirmed: true,
    }),
  },
};

export const WITHDRAWALS: Queue = {
  path: '/admin/withdrawals',
  machine: withdrawalMachine,
  decisions: {
    approve: decision('approve', {
      schema: decisionSchema,
      run: (tx, by, { id }) => approveWithdrawal(tx, by, id),
      says: 'Withdrawal approved',
      confirmed: true,
    }),
    'approve-and-pay': decision('approve', {
      schema: referenceSchema,
      run: (tx, by, { id, reference }) => approveAndPayWithdrawal(tx, by, id, reference),
      says: 'Withdrawal approved and paid',
      confirmed: true,
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
      run: (tx, by, { id, reason }) => bounceWithdrawal(tx, by, id, reason),
      says: 'Withdrawal came back to the user',
      confirmed: true,
    }),
  },
};
