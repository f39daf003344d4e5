import { z } from 'zod';
import {
  codeLine,
  emailLine,
  phoneLine,
  requiredLine,
  secretLine,
  typedEmail,
  typedPassword,
} from '~/platform/fields/line';
import { personName } from '~/platform/fields/nameLine';
import { isPlainUsername } from '~/platform/fields/plainName';

const LONGEST_PASSWORD = 128;

const email = emailLine('Enter your email');

const username = requiredLine('Choose a username', 32).refine(
  isPlainUsername,
  'Use at least 3 letters, digits, hyphens or underscores, beginning with a letter or digit',
);

const chosenPassword = (least: number) =>
  secretLine('Choose a password', LONGEST_PASSWORD).normalize('NFC').min(least, `Use at least ${least} characters`);

const confirmation = secretLine('Type the password once more', LONGEST_PASSWORD).normalize('NFC');

/** A code of a second factor that a page asks for where there is one. */
const codeBeside = z.object({ otp: codeLine().optional() });

/**
 * Says that the confirmation differs from the new password. It is told together with whatever else is wrong with the form,
 * and not where one of the two is missing, which is told by itself.
 */
const CONFIRMED = {
  error: 'The two passwords do not match',
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => {
    const { newPassword, confirmPassword } = value as Record<string, unknown>;
    return isTyped(newPassword) && isTyped(confirmPassword);
  },
};

const isTyped = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

export const signInSchema = z.object({
  email: typedEmail('Enter your email'),
  password: typedPassword('Enter your password'),
  rememberme: z.literal('on').optional(),
});

/** A user whose wanted username was taken chooses another. */
export const usernameSchema = z.object({ userName: username });

/**
 * What the page asks of who signs up. A username is asked for with the referral link, a phone number with the profile.
 * @param least how long a password must be, characters; it differs by mode
 */
export const signUpSchema = (least: number) =>
  z.object({
    firstName: personName('Enter your first name'),
    lastName: personName('Enter your last name'),
    email,
    password: chosenPassword(least),
  });

/** What the call asks of who signs up; `least` as above. */
export const registerSchema = (least: number) => {
  const { firstName, lastName, password } = signUpSchema(least).shape;
  return z.object({ firstName, lastName, userName: username, email, phonenumber: phoneLine(), password });
};

/** A form that asks for a mail: the verification link again, or a reset link. */
export const mailRequestSchema = z.object({ email });

/** @param least how long a password must be, characters; it differs by mode */
export const newPasswordSchema = (least: number) =>
  z
    .object({ newPassword: chosenPassword(least), confirmPassword: confirmation })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, CONFIRMED);

/** A new password by a mailed link, where the page may ask for a code beside it. */
export const newPasswordWithCodeSchema = (least: number) => z.intersection(newPasswordSchema(least), codeBeside);

/** The form by which a signed-in user changes their password. */
export const changePasswordSchema = (least: number) =>
  z
    .object({
      currentPassword: typedPassword('Enter your current password'),
      newPassword: chosenPassword(least),
      confirmPassword: confirmation,
    })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, CONFIRMED);

/** The page of a mailed link that does something: what it does is posted, and the link alone shows it. */
export const mailedLinkSchema = z.object({ token: requiredLine('This link is incomplete', 200) });

/** The buttons of a mailed link's page; the link is in its address. */
export const mailedPageSchema = z.object({});

/** An owner unfreezes the account; the page asks for a code beside it. */
export const unfreezeSchema = codeBeside;

/** Degrees, as a browser writes them. */
const degrees = (most: number) => z.string().trim().min(1).transform(Number).pipe(z.number().min(-most).max(most));

/** A position, when its owner gave it. Anything else is as if there were none. */
export const positionSchema = z.object({ latitude: degrees(90), longitude: degrees(180) });
