import { z } from 'zod';
import { FLOOR_CHOICES, startSchema } from '~/features/copying/copy/schema';
import { INVESTMENT_TERMS } from '~/features/money/plans/schema';
import { REFUSED_SUBJECT } from '~/features/money/wallet/schema';
import { formatBps } from '~/ledger/money';
import { usdInput } from '~/ledger/usdField';
import { line, walletField } from '~/platform/fields/line';
import { NETWORKS } from '~/platform/networks/networks';
import { durationText } from '~/platform/text/durationText';
import { DAY_SPREAD_BPS, MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { defineCall, fileField } from '~/web/guard/call';
import { looseNumber, mailedFields, OTP_STATUSES, otpField, usdOutput } from '../fields';

const text = z.string();
const done = z.object({ status: z.literal(200), message: text });
const createMethodField = (problem: string) =>
  z
    .string({ error: problem })
    .trim()
    .min(1, problem)
    .max(60, problem)
    .describe('A code or name of a payment method, in upper or lower case; an ambiguous one is refused');

export const sendproof = defineCall({
  name: 'sendproof',
  about:
    'Reports a deposit, which then waits for a decision. Multipart with the file `proof`, or JSON without one; a deposit without a proof is marked as such.',
  method: 'POST',
  who: 'investor',
  input: z.object({
    amount: usdInput('only numbers are accepted', { min: 0n }),
    method: createMethodField('Choose a deposit method'),
    proof: fileField('proof', line(100).nullish().describe('The ID of an uploaded picture')),
  }),
  output: z.object({
    status: z.literal(200),
    id: text,
    name: text,
    email: text,
    ...mailedFields,
    adminMessage: text,
    adminSubject: text.describe('Subject of the mail to support'),
  }),
  failure: 'number',
  statuses: { 'account-gone': 500 },
  once: 'money',
  example: { amount: 250, method: 'ETH' },
});

export const withdraw = defineCall({
  name: 'withdraw',
  about: 'Requests a withdrawal to a wallet. The amount is held until an administrator decides.',
  method: 'POST',
  who: 'investor',
  input: z.object({
    wallet: walletField(),
    WithdrawAmount: usdInput('Amount must be a number', { min: 0n }),
    method: createMethodField('Choose a withdrawal method'),
    otp: otpField,
  }),
  output: z.object({
    status: z.literal('ok'),
    withdraw: usdOutput,
    id: text,
    name: text,
    email: text,
    ...mailedFields,
    adminMessage: text,
  }),
  failure: 'number',
  statuses: OTP_STATUSES,
  refused: {
    fields: z.object({ withdrawMessage: text.describe('The message'), name: text, email: text, subject: text }),
    values: ({ message, user }) => ({
      withdrawMessage: message,
      name: user ? `${user.firstName} ${user.lastName}` : '',
      email: user?.email ?? '',
      subject: REFUSED_SUBJECT,
    }),
  },
  once: 'money',
  example: { wallet: NETWORKS.bitcoin.example.address, WithdrawAmount: 25, method: 'BTC' },
});

export const invest = defineCall({
  name: 'invest',
  about: 'Invests in a plan. Terms in the request must match the current ones.',
  method: 'POST',
  who: 'investor',
  input: z.object({
    plan: z.string({ error: 'Choose a plan' }).trim().min(1, 'Choose a plan').max(60, 'Choose a plan'),
    amount: usdInput('Amount must be a number', INVESTMENT_TERMS),
    percent: looseNumber.describe('Percent per day'),
    min: looseNumber.describe('Dollars'),
    max: looseNumber.describe('Dollars'),
    duration: looseNumber.describe('Days'),
  }),
  output: z.object({ status: z.literal('ok'), id: text, amount: usdOutput, message: text }),
  failure: 'number',
  statuses: { 'unknown-plan': 404 },
  refused: {
    fields: z.object({ error: text.describe('The message') }),
    values: ({ message }) => ({ error: message }),
  },
  once: 'money',
  example: { amount: 500, percent: 20, min: 500, max: 4999, plan: 'starter', duration: 2 },
});

const createPercentField = (max: number) =>
  z
    .union(
      [z.number().min(0.01).max(max).multipleOf(0.01), z.literal('none')],
      `Enter a percentage up to ${max}, or none`,
    )
    .optional();

export const copytrade = defineCall({
  name: 'copytrade',
  about: `Starts copying a trader with an amount, or with the trader’s minimum if it is omitted. The copy has a floor at ${formatBps(FLOOR_CHOICES[0])} of its capital, unless the request sets another or none.`,
  method: 'POST',
  who: 'investor',
  input: z.object({
    trader: startSchema.shape.trader,
    amount: usdInput('Amount must be a number', { min: 0n }).optional(),
    floor: createPercentField(99).describe(
      `Percent of the capital: the copy ends when it is worth no more; ${formatBps(FLOOR_CHOICES[0])} if omitted`,
    ),
    daySpread: createPercentField(99).describe(
      `The largest cost in spread of one day’s trading, percent of the copy’s equity; beyond it no position is opened on that day. ${formatBps(DAY_SPREAD_BPS)} if omitted`,
    ),
    cap: createPercentField(100).describe(
      'The largest share of the copy in one position, percent; no limit if omitted',
    ),
    takeOver: z.boolean().optional().describe('Whether the trader’s open positions are taken over; true if omitted'),
    leaderShare: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('As returned by fetchTraders; the request is refused if the trader’s share has changed'),
  }),
  output: done.extend({
    id: text,
    amount: usdOutput.describe('The capital of the copy'),
    leaderShare: z.number().describe('The share that this copy agreed to, percent'),
  }),
  failure: 'number',
  statuses: { 'unknown-trader': 400 },
  once: 'money',
  example: { trader: '$TRADER' },
});

export const stopcopytrade = defineCall({
  name: 'stopcopytrade',
  about: `Stops the newest copy, or the copy of the given trader. Its money is available immediately; in live mode within ${durationText(MAX_RESULT_WAIT_MS)}, once results from before the stop are entered.`,
  method: 'POST',
  who: 'investor',
  input: z.object({ trader: z.uuid('Choose a trader').optional() }),
  output: done,
  failure: 'number',
  statuses: { 'not-found': 404 },
  once: 'decision',
  example: { trader: '$TRADER' },
});
