import { and, eq, gte, lt } from 'drizzle-orm';
import { z } from 'zod';
import { DEPOSIT_STATES, deposit } from '#drizzle/schema';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { recordShownAddress } from '~/features/money/wallet/deposits/depositAddress.server';
import { listDepositMethods, loadDepositsPage } from '~/features/money/wallet/deposits/depositQueries.server';
import { proveDeposit } from '~/features/money/wallet/deposits/proveDeposit.server';
import {
  computeIndividualAmount,
  readRequestedAmount,
  signRequestedAmount,
} from '~/features/money/wallet/deposits/requestedAmount.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { cancelSchema, depositAmount, proofSchema } from '~/features/money/wallet/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { read } from '~/platform/db/index.server';
import { line } from '~/platform/fields/line';
import { getCoinCode } from '~/platform/networks/lookups';
import { done, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { fileField } from '~/web/guard/call';
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
  usdOrNull,
} from '../fields';

const tag = 'Deposits';
const state = z.enum(DEPOSIT_STATES);
const lockOwnUser = ({ user }: { user: { id: string } }) => ({ users: [user.id] });

const depositOutputSchema = z
  .object({
    id,
    method: text,
    state,
    amount: moneySchema.describe('The reported amount'),
    received: moneySchema.nullable().describe('The amount that arrived, once it is approved'),
    coinAmount: decimal.nullable().describe('The amount of coin to pay'),
    hasPicture: z.boolean(),
    transactionId: text.nullable(),
    reason: text.nullable(),
    createdAt: time,
    decidedAt: time.nullable(),
  })
  .meta({ id: 'Deposit' });

const toDepositAnswer = (row: typeof deposit.$inferSelect) => ({
  id: row.id,
  method: row.method,
  state: row.status,
  amount: toMoney(row.amount),
  received: usdOrNull(row.received),
  coinAmount: row.coinAmount === null ? null : writeCoinAmount(row.coinAmount),
  hasPicture: row.proofFileId !== null,
  transactionId: row.transactionId,
  reason: row.reason,
  createdAt: toIsoTime(row.createdAt),
  decidedAt: isoOrNull(row.decidedAt),
});

const method = z.string().min(1).max(20).describe('The code of a deposit method');
const picture = fileField(
  'proof',
  line(100).optional().describe('A picture of the payment: the file itself in a multipart body'),
);

export const DEPOSIT_CALLS = [
  defineListCall({
    operation: 'listDeposits',
    path: 'deposits',
    tag,
    about: 'The deposits of the account, newest first.',
    input: z.object({ state: state.optional(), ...PERIOD_FIELDS }),
    output: depositOutputSchema,
    answer: async ({ user, input: { state: only, from, until } }, { after, limit }) => {
      const { rows, next } = await loadDepositsPage(user.id, new URLSearchParams(after ? { after } : {}), {
        only: and(
          only && eq(deposit.status, only),
          from && gte(deposit.createdAt, from),
          until && lt(deposit.createdAt, until),
        ),
        size: limit,
      });
      return { rows: rows.map((row) => toDepositAnswer(row.deposit)), next };
    },
  }),
  defineReadCall({
    operation: 'getDeposit',
    path: 'deposits/{id}',
    tag,
    about: 'One deposit.',
    input: z.object({ id }),
    output: depositOutputSchema,
    example: { id: '$DEPOSIT' },
    answer: async ({ user, input }) => {
      const { rows } = await loadDepositsPage(user.id, new URLSearchParams(), { only: eq(deposit.id, input.id) });
      const [found] = rows;
      return found ? done(toDepositAnswer(found.deposit)) : refuse('not-found', 'There is no such deposit.', 'id');
    },
  }),
  defineReadCall({
    operation: 'quoteDeposit',
    path: 'deposit-quotes',
    tag,
    about: 'The address to pay to, and the exact amount of coin, whose last digits identify the payment.',
    input: z.object({ method, value: z.string().max(20).describe('US dollars with two decimals, such as 250.00') }),
    output: z.object({
      method: text,
      address: text,
      coin: text,
      coinAmount: decimal.nullable().describe('Null if there is no price'),
      quote: text.nullable().describe('Send it with the deposit within 15 minutes'),
    }),
    example: { method: 'ETH', value: '250.00' },
    answer: async ({ user, input }) => {
      const chosen = (await listDepositMethods()).find(({ code }) => code === input.method);
      if (!chosen) return refuse('not-found', 'There is no such method.', 'method');
      const amount = depositAmount.safeParse(input.value);
      if (!amount.success) return refuse('bad-input', amount.error.issues[0]?.message ?? '', 'value');
      const payment = { userId: user.id, method: chosen.code, cents: amount.data };
      const units = await computeIndividualAmount(read(), payment);
      const coinAmount = units === null ? null : writeCoinAmount(units);
      await recordShownAddress(user.id, chosen);
      return done({
        method: chosen.code,
        address: chosen.address,
        coin: getCoinCode(chosen.code),
        coinAmount,
        quote: coinAmount && signRequestedAmount(payment, coinAmount),
      });
    },
  }),
  defineWriteCall({
    operation: 'createDeposit',
    path: 'deposits',
    tag,
    about: 'Reports a deposit, which then waits for a decision. The proof can be added later.',
    scope: 'deposit',
    once: 'money',
    input: z.object({
      method,
      amount: amountFor(depositAmount),
      picture,
      quote: z.string().max(300).optional().describe('As returned by quoteDeposit'),
    }),
    output: changedOutput,
    example: { method: 'ETH', amount: { value: '250.00', currency: 'USD' as const } },
    forms: ['investor/checkout'],
    locks: lockOwnUser,
    act: async (tx, { user, input: { method: code, amount, picture: proof, quote } }) => {
      const coinAmount = readRequestedAmount({ userId: user.id, method: code, cents: amount }, quote);
      const sent = await submitDeposit(tx, user, { method: code, amount, proof: proof || null, coinAmount });
      return sent.ok ? done({ answer: { id: sent.value.id } }) : sent;
    },
  }),
  defineWriteCall({
    operation: 'proveDeposit',
    path: 'deposits/{id}/proof',
    tag,
    about: 'Adds a picture of the payment, its transaction ID, or both to a pending deposit.',
    scope: 'deposit',
    once: 'act',
    input: z.object({ id, picture, transactionId: proofSchema.shape.transactionId }),
    output: changedOutput,
    example: { id: '$DEPOSIT', transactionId: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' },
    forms: ['investor/depositReceipt#prove'],
    locks: lockOwnUser,
    act: async (tx, { user, input: { id: of, picture: proof, transactionId } }) => {
      if (!proof && !transactionId) return refuse('bad-input', 'Send a picture or a transaction ID.', 'picture');
      const proved = await proveDeposit(tx, user, { id: of, proof: proof || undefined, transactionId });
      return proved.ok ? done({ answer: { id: proved.value.id } }) : proved;
    },
  }),
  defineWriteCall({
    operation: 'cancelDeposit',
    path: 'deposits/{id}/cancel',
    tag,
    about: 'Cancels a pending deposit.',
    scope: 'deposit',
    once: 'act',
    input: cancelSchema,
    output: changedOutput,
    example: { id: '$DEPOSIT' },
    forms: ['investor/depositHistory', 'investor/depositReceipt#cancel'],
    locks: lockOwnUser,
    act: async (tx, { user, input }) => {
      const cancelled = await cancelDeposit(tx, createInvestorActor(user.id), input.id);
      return cancelled.ok ? done({ answer: { id: input.id } }) : cancelled;
    },
  }),
  defineWriteCall({
    operation: 'takePracticeMoney',
    path: 'practice-money',
    tag,
    about: 'Adds the practice money of paper mode, once per account.',
    scope: 'deposit',
    once: 'money',
    output: z.object({ liveTradingOpened: z.boolean() }),
    forms: ['investor/dashboard#practice'],
    locks: lockOwnUser,
    act: async (tx, { user }) => {
      const taken = await claimPracticeMoney(tx, user);
      if (!taken.ok) return taken;
      return done({ journalId: taken.value.journalId, answer: { liveTradingOpened: taken.value.opened } });
    },
  }),
];
