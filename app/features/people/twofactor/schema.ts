import { z } from 'zod';
import { codeLine, submittedPassword } from '~/platform/fields/line';

export const otpSchema = z.object({
  otp: codeLine().min(1, 'Enter the code'),
});

/** Form that starts the set-up; an unattended browser is not enough. */
export const beginSchema = z.object({ currentPassword: submittedPassword('Enter your current password') });
