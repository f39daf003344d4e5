import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { reasonLine, requiredLine, typedEmail, walletLine } from '~/platform/fields/line';
import type { Right } from '~/signIns/rights';

const amount = usdField('Amount must be a number');

/** An act on a user's money always has one: the investor reads it in their statement. */
const reason = reasonLine('Say why; the investor reads it');

/** Debit and upgrade profit. */
export const moneyActSchema = z.object({ amount, reason });

export const creditSchema = moneyActSchema.extend({
  kind: z.enum(['deposit', 'goodwill'], { error: 'Choose what this credit is' }),
});

/** Closing asks for the address of the account, typed, so that no slip of the pointer does it. */
export const closeSchema = z.object({
  email: typedEmail('Type the email address of the account'),
  reason,
});

export const verifiedSchema = z.object({
  id: z.uuid('There is no such user.'),
  verified: z.enum(['on', 'off'], { error: 'Choose locked or unlocked' }),
});

export const userIdSchema = z.object({ id: z.uuid('There is no such user.') });

export const noteUserSchema = userIdSchema.extend({
  note: requiredLine('Write the note; the staff alone reads it', 300),
});

/** A tag as it is kept: lower case, one space between words. */
export const tagSchema = userIdSchema.extend({
  tag: requiredLine('Write a tag, as in “vip” or “asks for calls”', 24)
    .toLowerCase()
    .transform((typed) => typed.replace(/\s+/gu, ' '))
    .pipe(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, 'Use letters, digits, spaces and hyphens')),
});

/** What can be done to an account by its state, each a form at its own address. */
const STEPS_WHILE = {
  open: ['credit', 'debit', 'profit', 'close'],
  closed: ['pay-out', 'reopen'],
} as const;

export const USER_STEPS = [...STEPS_WHILE.open, ...STEPS_WHILE.closed] as const;

export type UserStep = (typeof USER_STEPS)[number];

/** The right that each of them takes. */
export const STEP_RIGHTS = {
  credit: 'balances:change',
  debit: 'balances:change',
  profit: 'balances:change',
  'pay-out': 'balances:change',
  close: 'accounts:change',
  reopen: 'accounts:change',
} as const satisfies Record<UserStep, Right>;

/** The rights that parts of a user's file take beside the one to see users. */
export const PART_RIGHTS: Readonly<Record<string, Right>> = { documents: 'papers:read' };

/** What of a closed account is to be paid, by which method and to which wallet. */
export const payOutSchema = moneyActSchema.extend({
  method: requiredLine('Choose a withdrawal method', 20),
  wallet: walletLine(),
});

/** Which user an act is about. */
export const whose = { userId: z.uuid('There is no such user.') };

export const reopenSchema = z.object({ reason });

/** What can be done to an account that is open, or closed. */
export const stepsWhile = (status: 'open' | 'closed'): readonly UserStep[] => STEPS_WHILE[status];
