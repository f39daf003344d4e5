import { z } from 'zod';
import { codeLine, line, typedEmail, typedPassword } from '~/platform/fields/line';
import { uploadedFile } from '~/platform/fields/uploadedFile';
import { eachProfileField } from './profileFields';

/** The form of a profile; an optional field that comes empty is emptied (`updateProfile`), and one that the form lacks stays. */
export const profileSchema = z.object(
  eachProfileField(
    ({ schema, required, blank }) =>
      (required === false || blank ? schema.optional() : schema) as z.ZodOptional<z.ZodType<string, string>>,
  ),
);

/** A call says what it wants changed: what is not in it stays as it is; null, as it reads what is not given, empties. */
const unlessLeftOut = (field: z.ZodType<string, string>) =>
  field
    .nullable()
    .transform((text) => text || null)
    .optional();

export const profileChangeSchema = z.object({
  ...eachProfileField(
    ({ schema, required }) =>
      (required === false ? unlessLeftOut(schema) : schema.optional()) as z.ZodOptional<
        z.ZodType<string | null, string | null>
      >,
  ),
  /** The id of an upload of the user's own, or its address here; empty takes the picture away. */
  profilepicture: unlessLeftOut(line(2_000)),
});

export const pictureSchema = z.object({ profilepicture: uploadedFile('Choose a picture') });

/** Closing asks for the address of the account, typed, so that no slip of the finger does it. */
export const closeSchema = z.object({
  email: typedEmail('Type the email of your account'),
  password: typedPassword('Enter your password'),
  /** Asked for where there is a second factor. */
  otp: codeLine().optional(),
});

export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const EVERYWHERE = 'all';
