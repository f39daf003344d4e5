import { and, eq, gte, lt } from 'drizzle-orm';
import { z } from 'zod';
import { WITHDRAWAL_STATES, withdrawal } from '#drizzle/schema';
import { cancelSchema, withdrawalAmount } from '~/features/money/wallet/schema';
import { cancelWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { notifyRefused, requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWithdrawalStep, loadWithdrawalsPage } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { walletField } from '~/platform/fields/line';
import { getCoinCode } from '~/platform/networks/lookups';
import { done, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import {
  amountFor,
  changedOutput,
  decimal,
  id,
  isoOrNull,
  moneySchema,
  PERIOD_FIELDS,
  text,
  time,
  toIsoTime,
  toMoney,
} from '../fields';

const tag = 'Withdrawals';
const state = z.enum(WITHDRAWAL_STATES);
const method = z.string().min(1).max(20).describe('The code of a withdrawal method');

const withdrawalSchema = z
  .object({
    id,
    method: text,
    state,
    amount: moneySchema.describe('Including the charge'),
    fee: moneySchema,
    wallet: text,
    coinPaid: decimal.nullable(),
    reference: text.nullable().describe('The transaction that paid it'),
    reason: text.nullable(),
    approvableFrom: time.nullable().describe('The earliest time of its approval; null if it need not wait'),
    requestedAt: time,
    paidAt: time.nullable(),
    endedAt: time.nullable(),
  })
  .meta({ id: 'Withdrawal' });

const toWithdrawalAnswer = (row: typeof withdrawal.$inferSelect) => ({
  id: row.id,
  method: row.method,
  state: row.status,
  amount: toMoney(row.amount),
  fee: toMoney(row.fee),
  wallet: row.wallet,
  coinPaid: row.coinPaid === null ? null : writeCoinAmount(row.coinPaid),
  reference: row.reference,
  reason: row.reason,
  approvableFrom: isoOrNull(row.waitsUntil),
  requestedAt: toIsoTime(row.requestedAt),
  paidAt: isoOrNull(row.paidAt),
  endedAt: isoOrNull(row.endedAt),
});

export const WITHDRAWAL_CALLS = [
  defineListCall({
    operation: 'listWithdrawals',
    path: 'withdrawals',
    tag,
    about: 'The withdrawals of the account, newest first.',
    input: z.object({ state: state.optional(), ...PERIOD_FIELDS }),
    output: withdrawalSchema,
    answer: async ({ user, input: { state: only, from, until } }, { after, limit }) => {
      const { rows, next } = await loadWithdrawalsPage(user.id, new URLSearchParams(after ? { after } : {}), {
        only: and(
          only && eq(withdrawal.status, only),
          from && gte(withdrawal.requestedAt, from),
          until && lt(withdrawal.requestedAt, until),
        ),
        size: limit,
      });
      return { rows: rows.map((row) => toWithdrawalAnswer(row.withdrawal)), next };
    },
  }),
  defineReadCall({
    operation: 'getWithdrawal',
    path: 'withdrawals/{id}',
    tag,
    about: 'One withdrawal.',
    input: z.object({ id }),
    output: withdrawalSchema,
    example: { id: '$WITHDRAWAL' },
    answer: async ({ user, input }) => {
      const { rows } = await loadWithdrawalsPage(user.id, new URLSearchParams(), { only: eq(withdrawal.id, input.id) });
      const [found] = rows;
      return found
        ? done(toWithdrawalAnswer(found.withdrawal))
        : refuse('not-found', 'There is no such withdrawal.', 'id');
    },
  }),
  defineReadCall({
    operation: 'quoteWithdrawal',
    path: 'withdrawal-quotes',
    tag,
    about: 'The charge and the amount paid out of a withdrawal. Nothing is held.',
    input: z.object({
      method,
      value: z.string().max(20).describe('US dollars with two decimals, including the charge'),
    }),
    output: z.object({
      method: text,
      amount: moneySchema,
      fee: moneySchema,
      receives: moneySchema,
      coin: text,
      coinAmount: decimal.nullable().describe('Approximate amount of coin'),
    }),
    example: { method: 'BTC', value: '100.00' },
    answer: async ({ user, input }) => {
      const { balances } = await readBalancesAndTotals(user.id);
      const query = new URLSearchParams({ method: input.method, WithdrawAmount: input.value });
      const step = await loadWithdrawalStep(user.id, query, balances);
      if (step.at === 'method') return refuse('not-found', 'There is no such method.', 'method');
      if (step.at === 'amount') return refuse('bad-amount', step.problem ?? 'Send an amount.', 'value');
      const { method: chosen, amount, worth } = step;
      return done({
        method: chosen.code,
        amount: toMoney(amount),
        fee: toMoney(chosen.fee),
        receives: toMoney(amount - chosen.fee),
        coin: getCoinCode(chosen.code),
        coinAmount: worth?.amount ?? null,
      });
    },
  }),
  defineWriteCall({
    operation: 'createWithdrawal',
    path: 'withdrawals',
    tag,
    about:
      'Requests a withdrawal to an address that the key lists. The amount is held until an administrator decides. The list replaces the code of a second factor, which was required when the key was created.',
    scope: 'withdraw',
    once: 'money',
    input: z.object({
      method,
      amount: amountFor(withdrawalAmount),
      wallet: walletField(),
      fee: amountFor(withdrawalAmount)
        .optional()
        .describe('The charge as returned by quoteWithdrawal; the request is refused if it has changed'),
    }),
    output: z.object({
      id,
      fee: moneySchema,
      waits: z.boolean().describe('Why it can’t be approved immediately'),
      message: text,
    }),
    example: { method: 'BTC', amount: { value: '100.00', currency: 'USD' as const }, wallet: '$WALLET' },
    forms: ['investor/withdraw'],
    locks: ({ user }) => ({ users: [user.id] }),
    onRefused: (tx, refusal, { user, input }) => notifyRefused(tx, user, refusal, input),
    act: async (tx, { user, key, input: { fee: charge, ...fields } }) => {
      if (!key.wallets.includes(fields.wallet)) {
        return refuse('unlisted-wallet', 'This key may withdraw to the addresses only that it lists.', 'wallet');
      }
      const held = await requestWithdrawal(tx, user, { ...fields, charge });
      if (!held.ok) return held;
      const { id: made, journalId, waits, message, fee } = held.value;
      return done({ journalId, answer: { id: made, fee: toMoney(BigInt(fee)), waits, message } });
    },
  }),
  defineWriteCall({
    operation: 'cancelWithdrawal',
    path: 'withdrawals/{id}/cancel',
    tag,
    about: 'Cancels a pending withdrawal; the amount becomes available again.',
    scope: 'withdraw',
    once: 'money',
    input: cancelSchema,
    output: changedOutput,
    example: { id: '$WITHDRAWAL' },
    forms: ['investor/withdrawalHistory', 'investor/withdrawalReceipt#cancel'],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input }) => {
      const cancelled = await cancelWithdrawal(tx, createInvestorActor(user.id), input.id);
      return cancelled.ok ? done({ answer: { id: input.id } }) : cancelled;
    },
  }),
];
