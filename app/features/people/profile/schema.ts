import { z } from 'zod';
import { codeField, currentPasswordField, unvalidatedEmailField } from '~/platform/fields/line';
import { uploadedFileField } from '~/platform/fields/uploadedFile';

export const pictureSchema = z.object({ profilepicture: uploadedFileField('Choose a picture') });

/** Form that closes an account. The email address is entered to prevent accidents. */
export const closeOwnAccountSchema = z.object({
  email: unvalidatedEmailField('Enter the email of your account'),
  password: currentPasswordField('Enter your password'),
  /** Required with a second factor. */
  otp: codeField().optional(),
});

export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const ALL_SESSIONS = 'all';
