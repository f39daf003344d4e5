import { z } from 'zod';
import { findPair } from '~/features/copying/traders/pairs';
import { traderFormSchema, tradeSchema } from '~/features/copying/traders/schema';
import { adminSignInSchema } from '~/features/people/staff/schema';
import { toUsdNumber } from '~/ledger/money';
import { parseUsd } from '~/ledger/parseUsd';
import { usdInput } from '~/ledger/usdField';
import { figureField, line, requiredLineField, unvalidatedEmailField } from '~/platform/fields/line';
import { placeNameField } from '~/platform/fields/nameLine';
import { defineCall, fileField, type RefusedCall } from '~/web/guard/call';
import { dateField } from '../answers/dates';
import { at, mailedFields, OTP_HTTP_STATUSES, OTP_STATUSES, okDone, otpField, usdOutput } from '../fields';

const text = z.string();
const uplineField = text.nullable();
const done = z.object({ status: z.literal(200), message: text });
const email = unvalidatedEmailField('Enter the email of the user');
const reason = requiredLineField('Enter a reason; it is shown to the investor', 300)
  .optional()
  .describe('Shown to the investor');
const USER_STATUSES = { 'unknown-user': 404, ...OTP_STATUSES };

const moneyInput = z.object({ amount: usdInput(), email, reason, otp: otpField });
const moneyOutput = z.object({
  status: z.literal('ok'),
  funded: usdOutput.describe('The amount moved'),
  amount: usdOutput.describe('The amount moved'),
  balance: usdOutput.describe('The user’s total balance after it'),
  name: text,
  email: text,
  ...mailedFields,
});

const moneyRefused = {
  fields: z.object({
    funded: usdOutput.describe('The amount in the request; 0 if the body could not be read'),
    error: text.describe('The message'),
  }),
  values: ({ message, sent }: RefusedCall) => ({
    funded: toUsdNumber(parseUsd(String(sent.amount ?? '')) ?? 0n),
    error: message,
  }),
};

/** Common fields of administrators' writes. A repetition without an `Idempotency-Key` is refused, see `Call.once`. */
const administrators = { method: 'POST', who: 'administrator', failure: 'number', once: 'decision' } as const;

const movesMoney = {
  ...administrators,
  right: 'balances:change',
  input: moneyInput,
  output: moneyOutput,
  needsApproval: true,
  statuses: USER_STATUSES,
  refused: moneyRefused,
  once: 'money',
} as const;

export const admin = defineCall({
  name: 'admin',
  about:
    'Signs an administrator in. After failed attempts for an account, further ones are delayed, from any address. A request with a valid token of the same account is not delayed by other people’s attempts.',
  method: 'POST',
  inMaintenance: true,
  who: 'anyone',
  takesToken: 'optional',
  input: adminSignInSchema.extend({ otp: otpField }),
  output: z.object({ status: z.literal(200), token: text.describe('Send it as x-access-token') }),
  failure: 'number',
  statuses: { 'invalid-credentials': 401, disabled: 403, 'needs-second-factor': 403, ...OTP_STATUSES },
  example: { email: '$ADMIN_EMAIL', password: '$ADMIN_PASSWORD' },
});

export const fundwallet = defineCall({
  ...movesMoney,
  name: 'fundwallet',
  about:
    'Records that a user’s money has arrived. Approves the oldest deposit of that amount that the user reported; without one, records a new deposit. The referrer gets a bonus.',
  output: moneyOutput.extend({
    upline: uplineField.describe('The username of the referrer'),
    uplineName: uplineField,
    uplineEmail: uplineField,
    uplineMessage: uplineField,
    uplineSubject: uplineField,
  }),
  example: { amount: 250, email: '$EMAIL' },
});

export const debitwallet = defineCall({
  ...movesMoney,
  name: 'debitwallet',
  about: 'Moves money from a user’s available balance to the free reserve.',
  example: { amount: 10, email: '$EMAIL', reason: 'Charged back' },
});

export const upgradeUser = defineCall({
  ...movesMoney,
  name: 'upgradeUser',
  about: 'Adds profit to a user’s balance from the free reserve. The user’s statement says that management added it.',
  example: { amount: 15, email: '$EMAIL' },
});

export const getWithdrawInfo = defineCall({
  ...administrators,
  name: 'getWithdrawInfo',
  right: 'payments:decide',
  about:
    'Approves and pays the withdrawal with the given `id` or, without one, the oldest pending withdrawal of the user, and returns its ID and amount. In live mode it only approves: another administrator pays.',
  input: z.object({
    email,
    id: z
      .uuid('There is no such withdrawal')
      .optional()
      .describe('The withdrawal to decide: `id` in `withdrawals` of `getUsers?full=1`'),
    reference: requiredLineField('Enter the payment reference (transaction ID)', 300).optional(),
    otp: otpField,
  }),
  output: z.object({
    status: z.literal(200),
    amount: usdOutput,
    id: text.describe('The withdrawal that was decided'),
    name: text,
    email: text,
    ...mailedFields,
  }),
  needsApproval: true,
  statuses: { ...USER_STATUSES, 'no-withdrawal': 404 },
  once: 'money',
  example: { email: '$EMAIL' },
});

export const verify = defineCall({
  ...administrators,
  name: 'verify',
  right: 'accounts:change',
  about: 'Unlocks or locks live trading for a user, according to `verified`; without it, switches to the other state.',
  input: z.object({
    id: z.uuid('There is no such user.'),
    verified: z.boolean('verified is true or false').optional().describe('true unlocks, false locks'),
  }),
  output: z.object({ status: z.literal(200), verified: z.boolean(), message: text }),
  usesHttpStatus: true,
  statuses: { 'not-found': 404 },
  example: { id: '$USER' },
});

export const deleteUser = defineCall({
  ...administrators,
  name: 'deleteUser',
  right: 'accounts:change',
  about: 'Closes an account: sessions end and copies stop. Money owed to the user stays listed and can be paid.',
  input: z.object({ email, reason, otp: otpField }),
  output: done,
  usesHttpStatus: true,
  statuses: { 'unknown-user': 404, 'wrong-state': 409, ...OTP_HTTP_STATUSES },
  example: { email: '$EMAIL_TO_CLOSE' },
});

const declaredFigureField = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(figureField())
  .nullish()
  .transform((sent) => sent || '0')
  .describe('Stored and shown as declared, with its unit, such as 61% or 1:2; 0 if omitted');

const decidesDocuments = {
  ...administrators,
  right: 'papers:decide',
  output: z.object({ status: z.literal('ok'), message: text, userName: text, userEmail: text }),
  usesHttpStatus: true,
  statuses: { 'unknown-user': 404, 'no-papers': 404, 'wrong-state': 409, ...OTP_HTTP_STATUSES },
} as const;

export const approveKYC = defineCall({
  ...decidesDocuments,
  name: 'approveKYC',
  path: 'admin/approveKYC',
  about: 'Approves the user’s latest identity documents, and notifies the user.',
  input: z.object({ email, otp: otpField }),
  example: { email: '$EMAIL' },
});

export const rejectKYC = defineCall({
  ...decidesDocuments,
  name: 'rejectKYC',
  path: 'admin/rejectKYC',
  about: 'Rejects the user’s latest identity documents. The user is shown the reason, and can send others.',
  input: z.object({
    email,
    reason: requiredLineField('Enter a reason; it is shown to the investor', 300).describe('Shown to the investor'),
  }),
  example: { email: '$EMAIL', reason: 'The picture is blurred' },
});

export const createTrader = defineCall({
  ...administrators,
  name: 'createTrader',
  right: 'traders:change',
  about:
    'Adds a trader who can be copied: multipart with the file `traderImage`, or JSON with or without the ID of an uploaded picture.',
  input: traderFormSchema.extend({
    winRate: declaredFigureField,
    avgReturn: declaredFigureField,
    followers: declaredFigureField,
    rrRatio: declaredFigureField,
    nationality: placeNameField()
      .nullish()
      .transform((sent) => sent || 'Not given')
      .describe('“Not given” if omitted'),
    minimumcapital: usdInput('Minimum capital must be a number'),
    capital: usdInput('Capital must be a number').optional(),
    traderImage: fileField(
      'trader',
      line(2_000).nullish().describe('The ID of an uploaded picture, or its URL on this site; other URLs are ignored'),
    ),
    otp: otpField,
  }),
  output: okDone.extend({ _id: text }),
  needsApproval: true,
  usesHttpStatus: true,
  statuses: OTP_HTTP_STATUSES,
  example: {
    firstname: 'Noor',
    lastname: 'Aziz',
    winRate: '61',
    avgReturn: '4.2',
    followers: 120,
    rrRatio: '1:2',
    nationality: 'Dutch',
    minimumcapital: 500,
  },
});

const tradeLogInput = tradeSchema.extend({
  amount: usdInput(),
  pair: z
    .string({ error: 'Choose a trade pair' })
    .max(40, 'Choose a trade pair')
    .transform((sent, context): string => {
      const pair = findPair(sent);
      if (pair) return pair;
      const message = sent.trim() ? `No trade pair is called “${sent.trim()}”. Send one as in EUR/USD or GOOGL` : '';
      context.addIssue({ code: 'custom', message: message || 'Choose a trade pair' });
      return z.NEVER;
    })
    .describe('The exact name of an instrument, with or without a slash, in upper or lower case, such as eurusd'),
  tradeType: z
    .string({ error: 'Choose profit or loss' })
    .transform((sent) => sent.trim().toLowerCase())
    .pipe(tradeSchema.shape.tradeType)
    .describe('profit or loss'),
  date: dateField
    .default('')
    .describe(
      'Such as 11/21/2026, 21/11/2026, 2026/11/21, 21.11.2026 or ISO 8601, at most five years ago; now if omitted',
    ),
});

export const updateTraderLog = defineCall({
  ...administrators,
  name: 'updateTraderLog',
  right: 'traders:change',
  about: 'Enters a closed trade in a trader’s log. It applies to every copy that was open at its date.',
  input: z.object({
    tradeLog: tradeLogInput.describe('`id` is the trader’s; the date is now if omitted'),
    otp: otpField,
  }),
  // Some clients send the entry itself instead of an object with `tradeLog`.
  adapt: (sent) => ('tradeLog' in sent ? sent : { tradeLog: sent, otp: sent.otp }),
  output: okDone.extend({
    id: text,
    pair: text,
    amount: usdOutput,
    tradeType: z.enum(['profit', 'loss']),
    date: text.describe('The date in UTC in en-US format, such as 11/21/2026'),
    at,
  }),
  needsApproval: true,
  usesHttpStatus: true,
  statuses: OTP_HTTP_STATUSES,
  once: 'money',
  example: { tradeLog: { pair: 'EUR/USD', amount: 12.5, tradeType: 'profit', id: '$TRADER' } },
});

export const deleteTrader = defineCall({
  ...administrators,
  name: 'deleteTrader',
  right: 'traders:change',
  about: 'Retires a trader: all copies are stopped, and the history stays listed.',
  input: z.object({ id: z.uuid('There is no such trader'), otp: otpField }),
  output: done,
  needsApproval: true,
  usesHttpStatus: true,
  statuses: { 'not-found': 404, 'wrong-state': 409, ...OTP_HTTP_STATUSES },
  example: { id: '$TRADER_TO_RETIRE' },
});
