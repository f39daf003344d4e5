import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { requiredLine, typedEmail, typedPassword } from '~/platform/form/line';

/** Trimmed both, the e-mail lower-cased, as the spec has it. */
export const adminSignInSchema = z.object({
  email: typedEmail('Enter your email'),
  password: typedPassword('Enter your password'),
});

const LONG_REASON = 'Keep the reason under 300 characters';

const amount = usdField('Amount must be a number');

/** Nothing is done to somebody's money without one: the investor reads it in their statement. */
const reason = requiredLine('Say why; the investor reads it', 300, LONG_REASON);

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

/** What of a closed account is to be paid, by which method and to which wallet. */
export const payOutSchema = moneyActSchema.extend({
  method: requiredLine('Choose a withdrawal method', 20),
  wallet: requiredLine('Enter the wallet address that the money goes to', 200),
});

export const reopenSchema = z.object({ reason });

/** The small forms of a user's row, by their `_intent`. */
export const QUICK_INTENTS = ['verified', 'reset'] as const;
export type QuickIntent = (typeof QUICK_INTENTS)[number];

export const verifiedSchema = z.object({
  id: z.uuid('There is no such user.'),
  verified: z.enum(['on', 'off'], { error: 'Choose locked or unlocked' }),
});
export const userIdSchema = z.object({ id: z.uuid('There is no such user.') });
export const mailIdSchema = z.object({ id: z.uuid('There is no such mail.') });

const RESERVES = ['free', 'market'] as const;
export type ReserveName = (typeof RESERVES)[number];

/** Of the two reserves that money can be shifted between, the one that is not this. */
export const otherReserve = (name: ReserveName): ReserveName => (name === 'free' ? 'market' : 'free');

const operatorReason = requiredLine('Say why; it is kept in the audit log', 300, LONG_REASON);

/** Funding, taking back, and shifting (then `reserve` is where it comes from, the other where it goes). */
export const reserveSchema = z.object({
  reserve: z.enum(RESERVES, { error: 'Choose a reserve' }),
  amount,
  reason: operatorReason,
});

/** What can be done with the reserves, as the address says it: `/admin/books?do=fund`. */
export const RESERVE_STEPS = ['fund', 'take-back', 'shift'] as const;
export type ReserveStep = (typeof RESERVE_STEPS)[number];

/** What can be done to an account by its state, each a form at its own address. */
const STEPS_WHILE = {
  open: ['credit', 'debit', 'profit', 'close'],
  closed: ['pay-out', 'reopen'],
} as const;

export const USER_STEPS = [...STEPS_WHILE.open, ...STEPS_WHILE.closed] as const;
export type UserStep = (typeof USER_STEPS)[number];

/** What can be done to an account that is open, or closed. */
export const stepsWhile = (status: 'open' | 'closed'): readonly UserStep[] => STEPS_WHILE[status];
