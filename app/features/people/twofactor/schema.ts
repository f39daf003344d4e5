import { z } from 'zod';
import { codeLine, submittedPassword } from '~/platform/fields/line';

export const otpSchema = z.object({
  otp: codeLine().min(1, 'Enter the code'),
});

/** Form that starts the setup. It asks for the password, so that nobody else can start it in an unattended browser. */
export const beginSetupSchema = z.object({ currentPassword: submittedPassword('Enter your current password') });
