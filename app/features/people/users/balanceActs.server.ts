import { act } from '~/features/backoffice';
import { creditReceivedDeposit } from '~/features/money';
import { formatUsd } from '~/ledger/money';
import { openUser } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import { addProfit, creditGoodwill, debitUser, writeOff } from './moveBalance.server';
import { creditUserSchema, moneyActSchema, userIdField } from './schema';

const creditText = ({ kind, amount }: { kind: 'deposit' | 'goodwill'; amount: bigint }) =>
  `${formatUsd(amount)} ${kind === 'deposit' ? 'for a deposit received' : 'of goodwill'}`;

/** Fields of calls that replace those of the form: the reason is optional. */
const callFields = { ...userIdField, reason: moneyActSchema.shape.reason.optional() };

export const BALANCE_ACTS = {
  credit: act({
    name: 'credit',
    right: 'balances:change',
    takesTwo: 'it credits a user',
    schema: creditUserSchema.extend(callFields),
    run: async (tx, by, { kind, ...act }) => {
      if (kind === 'goodwill') return await creditGoodwill(tx, by, act);
      // Deposits from the time before the account was closed are approved in the deposit queue.
      const open = await openUser(tx, act.userId);
      return open.ok ? await creditReceivedDeposit(tx, by, act) : open;
    },
    title: async (tx, act) => `Credit ${creditText(act)} to ${await requireUser(tx, act.userId)}`,
    toast: (act) => `Credited ${creditText(act)}`,
  }),
  debit: act({
    name: 'debit',
    right: 'balances:change',
    takesTwo: 'it takes money from a user',
    schema: moneyActSchema.extend(callFields),
    run: debitUser,
    title: async (tx, { amount, userId }) => `Debit ${formatUsd(amount)} from ${await requireUser(tx, userId)}`,
    toast: ({ amount }) => `Debited ${formatUsd(amount)}`,
  }),
  profit: act({
    name: 'profit',
    right: 'balances:change',
    takesTwo: 'it credits a user',
    schema: moneyActSchema.extend(callFields),
    run: addProfit,
    title: async (tx, { amount, userId }) => `Add ${formatUsd(amount)} of profit to ${await requireUser(tx, userId)}`,
    toast: ({ amount }) => `Added ${formatUsd(amount)} of profit`,
  }),
  'write-off': act({
    name: 'write-off',
    right: 'balances:change',
    takesTwo: 'the free reserve pays what a user owes',
    schema: moneyActSchema.extend(userIdField),
    run: writeOff,
    title: async (tx, { amount, userId }) =>
      `Write off ${formatUsd(amount)} of what ${await requireUser(tx, userId)} owes`,
    toast: ({ amount }) => `Wrote off ${formatUsd(amount)}`,
  }),
};
