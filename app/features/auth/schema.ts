import { z } from 'zod';
import { mailAddress } from '~/platform/mail/address';

const NO_CONTROLS = /^\P{Cc}*$/u;

/** A line of text that must be there: trimmed, and without the control characters that no keyboard types. */
const required = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(most, tooLong)
    .regex(NO_CONTROLS, 'Leave out line breaks and other control characters');

const LONGEST_PASSWORD = 128;

/** As typed, trimmed and lower-cased; sign-in checks no format, as the spec has it. */
const typedEmail = required('Enter your email', 254, 'That is longer than an email address is').toLowerCase();

/** One address that mail can be sent to, and nothing that could become a second one or a header. */
const email = typedEmail.refine(
  (typed) => mailAddress(typed) !== null,
  'Enter an email address, as in ann@example.com',
);

const username = required('Choose a username', 32).regex(
  /^(?!.*\.data$)[a-z0-9][a-z0-9._-]{2,}$/i,
  'Use at least 3 letters, digits, dots, hyphens or underscores, beginning with a letter or digit',
);

const chosenPassword = (least: number) =>
  required('Choose a password', LONGEST_PASSWORD).min(least, `Use at least ${least} characters`);

const confirmation = required('Type the password once more', LONGEST_PASSWORD);

const NO_MATCH = 'The two passwords do not match';

export const signInSchema = z.object({
  email: typedEmail,
  password: required('Enter your password', 1_000, 'That is longer than a password may be'),
  rememberme: z.literal('on').optional(),
});

/** @param least how long a password must be, characters; it differs by mode */
export const signUpSchema = (least: number) =>
  z
    .object({
      firstName: required('Enter your first name', 200),
      lastName: required('Enter your last name', 200),
      userName: username,
      email,
      phonenumber: required('Enter your phone number', 40),
      password: chosenPassword(least),
      confirmPassword: confirmation,
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: NO_MATCH,
      path: ['confirmPassword'],
    });

/** A form that asks for a mail: the verification link again, or a reset link. */
export const mailRequestSchema = z.object({ email });

/** @param least how long a password must be, characters; it differs by mode */
export const newPasswordSchema = (least: number) =>
  z
    .object({ newPassword: chosenPassword(least), confirmPassword: confirmation })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      error: NO_MATCH,
      path: ['confirmPassword'],
    });

/** Degrees, as a browser writes them. */
const degrees = (most: number) => z.string().trim().min(1).transform(Number).pipe(z.number().min(-most).max(most));

/** The browser's position, when its owner gave it. Anything else is as if there were none. */
export const positionSchema = z.object({ _lat: degrees(90), _lng: degrees(180) });
