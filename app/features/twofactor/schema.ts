import { z } from 'zod';

/** The form of one code: six digits of an authenticator app, or a recovery code. */
export const otpSchema = z.object({
  otp: z.string({ error: 'Enter the code' }).trim().min(1, 'Enter the code').max(40, 'That is longer than a code is'),
});
