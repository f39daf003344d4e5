import { z } from 'zod';

const required = (message: string) => z.string({ error: message }).trim().min(1, message);

/** As typed, trimmed and lower-cased; sign-in checks no format, as the spec has it. */
const typedEmail = required('Enter your email').max(254, 'That is longer than an email address is').toLowerCase();

export const signInSchema = z.object({
  email: typedEmail,
  password: required('Enter your password').max(1_000, 'That is longer than a password may be'),
  rememberme: z.literal('on').optional(),
});
