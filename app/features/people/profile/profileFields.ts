import { z } from 'zod';
import { line, phoneField } from '~/platform/fields/line';
import { personNameField, placeNameField, streetField } from '~/platform/fields/nameLine';
import type { User } from '~/signIns/session.server';

type ProfileField = {
  column: keyof User;
  label: string;
  schema: z.ZodType<string, string>;
  /** Marks an optional field. The form says that it is optional, and an empty value clears it. */
  required?: false;
  /** Allows an empty value. */
  allowsEmpty?: true;
  /** Places the field next to the previous one. */
  isNextToPrevious?: true;
  /** Shows the field to administrators. */
  isShownToStaff?: true;
  /** Omits the field from answers of calls. */
  isOmittedFromCalls?: true;
  control?: { autoComplete?: string; type?: string; placeholder?: string; hint?: string };
};

/** Fields of a profile, by name. Form, calls, download and admin page are derived from them; `/api/v1` must list each name to compile. */
const FIELDS = {
  firstname: {
    column: 'firstName',
    label: 'First name',
    schema: personNameField('Enter your first name'),
    control: { autoComplete: 'given-name' },
  },
  lastname: {
    column: 'lastName',
    label: 'Last name',
    schema: personNameField('Enter your last name'),
    isNextToPrevious: true,
    control: { autoComplete: 'family-name' },
  },
  phonenumber: {
    column: 'phone',
    label: 'Phone',
    schema: phoneField(),
    // Sign-up does not require this field, so changes of other fields must not require it either.
    allowsEmpty: true,
    isShownToStaff: true,
    control: { type: 'tel', placeholder: '+44', autoComplete: 'tel' },
  },
  country: {
    column: 'country',
    label: 'Country',
    schema: placeNameField(),
    required: false,
    isNextToPrevious: true,
    isShownToStaff: true,
    control: { autoComplete: 'country-name', placeholder: 'Not given' },
  },
  state: {
    column: 'state',
    label: 'State or region',
    schema: placeNameField(),
    required: false,
    control: { autoComplete: 'address-level1' },
  },
  zipcode: {
    column: 'zipcode',
    label: 'Postal code',
    schema: streetField(20),
    required: false,
    isNextToPrevious: true,
    control: { autoComplete: 'postal-code' },
  },
  address: {
    column: 'address',
    label: 'Address',
    schema: streetField(300),
    required: false,
    control: { autoComplete: 'street-address' },
  },
  timeZone: {
    column: 'timeZone',
    label: 'Time zone',
    schema: line(60),
    required: false,
    isOmittedFromCalls: true,
    control: {
      hint: 'Sets what “today” means for you, and the times in your statements.',
      placeholder: 'UTC until you choose one',
    },
  },
} satisfies Record<string, ProfileField>;

export type ProfileName = keyof typeof FIELDS;

export const PROFILE_FIELDS: Readonly<Record<ProfileName, ProfileField>> = FIELDS;

const PROFILE_NAMES = Object.keys(FIELDS) as ProfileName[];

export const mapProfileFields = <T>(make: (field: ProfileField) => T): Record<ProfileName, T> =>
  Object.fromEntries(PROFILE_NAMES.map((name) => [name, make(FIELDS[name])])) as Record<ProfileName, T>;

export const profileText = (user: User): Record<ProfileName, string> =>
  mapProfileFields(({ column }) => String(user[column] ?? ''));

export const ANSWERED_PROFILE_NAMES = PROFILE_NAMES.filter((name) => !PROFILE_FIELDS[name].isOmittedFromCalls);

/** Form of a profile. An empty optional field is cleared (`updateProfile`); an absent field stays. */
export const profileSchema = z.object(
  mapProfileFields(
    ({ schema, required, allowsEmpty }) =>
      (required === false || allowsEmpty ? schema.optional() : schema) as z.ZodOptional<z.ZodType<string, string>>,
  ),
);

/** Returns a field of a call: an absent value keeps the stored one, null or an empty text clears it. */
const clearableField = (field: z.ZodType<string, string>) =>
  field
    .nullable()
    .transform((text) => text || null)
    .optional();

export const profileChangeSchema = z.object({
  ...mapProfileFields(
    ({ schema, required }) =>
      (required === false ? clearableField(schema) : schema.optional()) as z.ZodOptional<
        z.ZodType<string | null, string | null>
      >,
  ),
  /** ID or address of the user's own upload; empty removes the picture. */
  profilepicture: clearableField(line(2_000)),
});
