import { z } from 'zod';
import { codeLine, submittedEmail, submittedPassword } from '~/platform/fields/line';
import { uploadedFile } from '~/platform/fields/uploadedFile';

export const pictureSchema = z.object({ profilepicture: uploadedFile('Choose a picture') });

/** Form that closes an account. The email address is entered to prevent accidents. */
export const closeOwnAccountSchema = z.object({
  email: submittedEmail('Enter the email of your account'),
  password: submittedPassword('Enter your password'),
  /** Required with a second factor. */
  otp: codeLine().optional(),
});

export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const ALL_SESSIONS = 'all';
