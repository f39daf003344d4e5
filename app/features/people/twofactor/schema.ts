import { z } from 'zod';
import { codeLine, typedPassword } from '~/platform/fields/line';

export const otpSchema = z.object({
  otp: codeLine().min(1, 'Enter the code'),
});

/** The form that begins it: an open browser is not enough to do so. */
export const beginSchema = z.object({ currentPassword: typedPassword('Enter your current password') });
