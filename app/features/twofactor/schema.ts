import { z } from 'zod';
import { typedPassword } from '~/platform/fields/line';

/** The form of one code: six digits of an authenticator app, or a recovery code. */
export const otpSchema = z.object({
  otp: z.string({ error: 'Enter the code' }).trim().min(1, 'Enter the code').max(40, 'That is longer than a code is'),
});

/** The form that begins it: an open browser is not enough to do so. */
export const beginSchema = z.object({ currentPassword: typedPassword('Enter your current password') });
