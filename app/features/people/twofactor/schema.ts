import { z } from 'zod';
import { codeField, currentPasswordField } from '~/platform/fields/line';

export const otpSchema = z.object({
  otp: codeField().min(1, 'Enter the code'),
});

/** Form that starts the setup. It asks for the password, so that nobody else can start it in an unattended browser. */
export const startSetupSchema = z.object({ currentPassword: currentPasswordField('Enter your current password') });
