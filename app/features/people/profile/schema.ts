import { z } from 'zod';
import { codeLine, typedEmail, typedPassword } from '~/platform/fields/line';
import { uploadedFile } from '~/platform/fields/uploadedFile';

export const pictureSchema = z.object({ profilepicture: uploadedFile('Choose a picture') });

/** Closing asks for the address of the account, typed, so that no slip of the finger does it. */
export const closeOwnAccountSchema = z.object({
  email: typedEmail('Type the email of your account'),
  password: typedPassword('Enter your password'),
  /** Asked for where there is a second factor. */
  otp: codeLine().optional(),
});

export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const EVERYWHERE = 'all';
