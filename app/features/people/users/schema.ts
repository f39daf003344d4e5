import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { reasonLine, requiredLineField, unvalidatedEmailField, walletField } from '~/platform/fields/line';
import type { Right } from '~/signIns/rights';

const amountField = usdField('Amount must be a number');

const reasonField = reasonLine('Enter a reason; it is shown to the investor');

export const moneyActSchema = z.object({ amount: amountField, reason: reasonField });

export const creditUserSchema = moneyActSchema.extend({
  kind: z.enum(['deposit', 'goodwill'], { error: 'Choose the kind of credit' }),
});

export const closeAccountSchema = z.object({
  email: unvalidatedEmailField('Enter the email address of the account'),
  reason: reasonField,
});

export const verifiedSchema = z.object({
  id: z.uuid('There is no such user.'),
  verified: z.enum(['on', 'off'], { error: 'Choose locked or unlocked' }),
});

export const userIdSchema = z.object({ id: z.uuid('There is no such user.') });

export const userNoteSchema = userIdSchema.extend({
  note: requiredLineField('Enter a note; only staff can see it', 300),
});

export const tagSchema = userIdSchema.extend({
  tag: requiredLineField('Write a tag, as in “vip” or “asks for calls”', 24)
    .toLowerCase()
    .transform((input) => input.replace(/\s+/gu, ' '))
    .pipe(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, 'Use letters, digits, spaces and hyphens')),
});

const ACTIONS_BY_STATUS = {
  open: ['credit', 'debit', 'profit', 'close'],
  closed: ['pay-out', 'reopen'],
} as const;

/** Action that writes off a debt, possible in any state of the account. */
const WRITE_OFF_ACTION = 'write-off';

export const USER_ACTIONS = [...ACTIONS_BY_STATUS.open, ...ACTIONS_BY_STATUS.closed, WRITE_OFF_ACTION] as const;

export type UserAction = (typeof USER_ACTIONS)[number];

export const USER_ACTION_RIGHTS = {
  credit: 'balances:change',
  debit: 'balances:change',
  profit: 'balances:change',
  'pay-out': 'balances:change',
  'write-off': 'balances:change',
  close: 'accounts:change',
  reopen: 'accounts:change',
} as const satisfies Record<UserAction, Right>;

export const PART_RIGHTS: Readonly<Record<string, Right>> = { documents: 'papers:read' };

export const payOutSchema = moneyActSchema.extend({
  method: requiredLineField('Choose a withdrawal method', 20),
  wallet: walletField(),
});

export const userIdField = { userId: z.uuid('There is no such user.') };

export const reopenSchema = z.object({ reason: reasonField });

export const listUserActions = (status: 'open' | 'closed'): readonly Exclude<UserAction, typeof WRITE_OFF_ACTION>[] =>
  ACTIONS_BY_STATUS[status];
