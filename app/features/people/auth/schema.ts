import { z } from 'zod';
import {
  codeField,
  currentPasswordField,
  emailLine,
  phoneField,
  requiredLineField,
  secretField,
  unvalidatedEmailField,
} from '~/platform/fields/line';
import { personNameField } from '~/platform/fields/nameLine';
import { isValidUsername } from '~/platform/fields/plainName';

const MAX_PASSWORD_CHARACTERS = 128;

const emailField = emailLine('Enter your email');

const usernameField = requiredLineField('Choose a username', 32).refine(
  isValidUsername,
  'Use at least 3 letters, digits, hyphens or underscores, beginning with a letter or digit',
);

const newPasswordField = (minChars: number) =>
  secretField(`Choose a password of at least ${minChars} characters`, MAX_PASSWORD_CHARACTERS)
    .normalize('NFC')
    .min(minChars, `Use at least ${minChars} characters`);

const confirmationField = secretField('Enter the password again', MAX_PASSWORD_CHARACTERS).normalize('NFC');

const optionalCodeSchema = z.object({ otp: codeField().optional() });

/** Error of the password's confirmation. Reported with all other errors, but not if one of the two fields is empty. */
const CONFIRMATION_ERROR = {
  error: 'The two passwords do not match',
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => {
    const { newPassword, confirmPassword } = value as Record<string, unknown>;
    return isFilledIn(newPassword) && isFilledIn(confirmPassword);
  },
};

const isFilledIn = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

export const signInSchema = z.object({
  email: unvalidatedEmailField('Enter your email'),
  password: currentPasswordField('Enter your password'),
  rememberme: z.literal('on').optional(),
});

export const usernameSchema = z.object({ userName: usernameField });

export const signUpSchema = (minChars: number) =>
  z.object({
    firstName: personNameField('Enter your first name'),
    lastName: personNameField('Enter your last name'),
    email: emailField,
    password: newPasswordField(minChars),
  });

export const registerSchema = (minChars: number) => {
  const { firstName, lastName, password } = signUpSchema(minChars).shape;
  return z.object({
    firstName,
    lastName,
    userName: usernameField,
    email: emailField,
    phonenumber: phoneField(),
    password,
  });
};

export const mailRequestSchema = z.object({ email: emailField });

/** @param minChars minimum length of a password in characters, which depends on the mode */
export const newPasswordSchema = (minChars: number) =>
  z
    .object({ newPassword: newPasswordField(minChars), confirmPassword: confirmationField })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, CONFIRMATION_ERROR);

export const newPasswordWithCodeSchema = (minChars: number) =>
  z.intersection(newPasswordSchema(minChars), optionalCodeSchema);

export const changePasswordSchema = (minChars: number) =>
  z
    .object({
      currentPassword: currentPasswordField('Enter your current password'),
      newPassword: newPasswordField(minChars),
      confirmPassword: confirmationField,
    })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, CONFIRMATION_ERROR);

/** Form of a mailed link's page. The link only shows the page; submitting the form has the effect. */
export const mailedLinkSchema = z.object({ token: requiredLineField('This link is incomplete', 200) });

export const mailedPageSchema = z.object({});

export const unfreezeSchema = optionalCodeSchema;

const degreesField = (maxDegrees: number) =>
  z.string().trim().min(1).transform(Number).pipe(z.number().min(-maxDegrees).max(maxDegrees));

/** Position of a browser, if its user shared it. Invalid input counts as none. */
export const positionSchema = z.object({ latitude: degreesField(90), longitude: degreesField(180) });
