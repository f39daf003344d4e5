import { z } from 'zod';
import { codeLine, line, phoneLine, typedEmail, typedPassword } from '~/platform/fields/line';
import { personName, placeName, streetLine } from '~/platform/fields/nameLine';
import { uploadedFile } from '~/platform/fields/uploadedFile';

const names = {
  firstname: personName('Enter your first name'),
  lastname: personName('Enter your last name'),
  phonenumber: phoneLine(),
};

/** Empty is "not given". */
const given = (text: string | undefined): string | null => text || null;

const FIELDS = {
  country: placeName(),
  state: placeName(),
  zipcode: streetLine(20),
  address: streetLine(300),
  timeZone: line(60),
};

/** The form has every field, so one that comes empty was emptied. */
const emptied = (field: z.ZodType<string, string>) => field.optional().transform(given);

export const profileSchema = z.object({
  ...names,
  // The sign-up asks for none, and whoever changes something else has to give none either.
  phonenumber: names.phonenumber.optional().transform((number) => number ?? ''),
  country: emptied(FIELDS.country),
  state: emptied(FIELDS.state),
  zipcode: emptied(FIELDS.zipcode),
  address: emptied(FIELDS.address),
  timeZone: emptied(FIELDS.timeZone),
});

/** A call says what it wants changed: what is not in it stays as it is; null, as it reads what is not given, empties. */
const unlessLeftOut = (field: z.ZodType<string, string>) =>
  field
    .nullable()
    .transform((text) => given(text ?? ''))
    .optional();

export const profileChangeSchema = z.object({
  firstname: names.firstname.optional(),
  lastname: names.lastname.optional(),
  phonenumber: names.phonenumber.optional(),
  country: unlessLeftOut(FIELDS.country),
  state: unlessLeftOut(FIELDS.state),
  zipcode: unlessLeftOut(FIELDS.zipcode),
  address: unlessLeftOut(FIELDS.address),
  timeZone: unlessLeftOut(FIELDS.timeZone),
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

/** One sign-in, as the list of them names it, or all of them. */
export const signOutSchema = z.object({ session: z.string({ error: 'Choose a sign-in' }).min(1).max(100) });
export const EVERYWHERE = 'all';
