import { z } from 'zod';
import { line, requiredLine, typedEmail, typedPassword } from '~/platform/form/line';
import { uploadedFile } from '~/platform/form/uploadedFile';

const names = {
  firstname: requiredLine('Enter your first name', 200),
  lastname: requiredLine('Enter your last name', 200),
  phonenumber: requiredLine('Enter your phone number', 40),
};

/** Empty is "not given". */
const given = (text: string | undefined): string | null => text || null;

const LENGTHS = { country: 100, state: 100, zipcode: 20, address: 300, timeZone: 60 };

/** The form has every field, so one that comes empty was emptied. */
const emptied = (most: number) => line(most).optional().transform(given);

export const profileSchema = z.object({
  ...names,
  country: emptied(LENGTHS.country),
  state: emptied(LENGTHS.state),
  zipcode: emptied(LENGTHS.zipcode),
  address: emptied(LENGTHS.address),
  timeZone: emptied(LENGTHS.timeZone),
});

/** A call says what it wants changed: what is not in it stays as it is; null, as it reads what is not given, empties. */
const unlessLeftOut = (most: number) =>
  line(most)
    .nullable()
    .transform((text) => given(text ?? ''))
    .optional();

export const profileChangeSchema = z.object({
  firstname: names.firstname.optional(),
  lastname: names.lastname.optional(),
  phonenumber: names.phonenumber.optional(),
  country: unlessLeftOut(LENGTHS.country),
  state: unlessLeftOut(LENGTHS.state),
  zipcode: unlessLeftOut(LENGTHS.zipcode),
  address: unlessLeftOut(LENGTHS.address),
  timeZone: unlessLeftOut(LENGTHS.timeZone),
  /** The id of an upload of the user's own, or its address here; empty takes the picture away. */
  profilepicture: unlessLeftOut(300),
});

export const pictureSchema = z.object({ profilepicture: uploadedFile('Choose a picture') });

/** Closing asks for the address of the account, typed, so that no slip of the finger does it. */
export const closeSchema = z.object({
  email: typedEmail('Type the email of your account'),
  password: typedPassword('Enter your password'),
  /** Asked for where there is a second factor. */
  otp: z.string().max(40, 'That is longer than a code is').optional(),
});

/** One sign-in, as the list of them names it, or all of them. */
export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const EVERYWHERE = 'all';
