import { z } from 'zod';
import { newPasswordSchema, registerSchema, signInSchema } from '~/features/people/auth/schema';
import { profileChangeSchema } from '~/features/people/profile/profileFields';
import { line, requiredLineField } from '~/platform/fields/line';
import { placeNameField } from '~/platform/fields/nameLine';
import { durationText } from '~/platform/text/durationText';
import { SESSION_LIFETIMES_MS } from '~/signIns/signInLimits';
import { defineCall, fileField } from '~/web/guard/call';
import { OTP_STATUSES, otpField } from '../fields';

/** Shortest password in any mode, in characters. Live mode requires a longer one, which the use case checks. */
const MIN_PASSWORD_CHARS = 8;

const registerFields = registerSchema(MIN_PASSWORD_CHARS).shape;
const { newPassword } = newPasswordSchema(MIN_PASSWORD_CHARS).shape;
const { email, password } = signInSchema.shape;

const coordinateField = z.number().nullish();
const createHintField = (about: string) => line(300).nullish().describe(about);
const text = z.string();
const token = z.string().describe('Send it as x-access-token');
const done = z.object({ status: z.literal(200), message: text });

export const login = defineCall({
  name: 'login',
  about:
    'Signs an investor in. After failed attempts for an account, further ones are delayed, from any address. A request with a valid token of the same account is not delayed by other people’s attempts.',
  method: 'POST',
  inMaintenance: true,
  who: 'anyone',
  takesToken: 'optional',
  input: z.object({
    email,
    password,
    rememberme: z
      .union([z.boolean(), z.enum(['', 'on', 'true', 'false'])])
      .transform((sent) => sent === true || sent === 'on' || sent === 'true')
      .nullish()
      .describe(
        `Without requests the token expires after ${durationText(SESSION_LIFETIMES_MS.remembered.idle)} instead of ${durationText(SESSION_LIFETIMES_MS.investor.idle)}`,
      ),
    otp: otpField,
  }),
  output: z.object({ status: z.literal('ok'), token }),
  failure: 'number',
  // Old clients read 400 as “not verified”.
  statuses: {
    'bad-input': 'error',
    unverified: 400,
    'wrong-password': 401,
    ...OTP_STATUSES,
    frozen: 403,
    'unknown-user': 404,
  },
  example: { email: '$EMAIL', password: '$PASSWORD', rememberme: false },
});

export const logout = defineCall({
  name: 'logout',
  about: 'Ends the session of the token that is sent, if it is valid.',
  method: 'POST',
  inMaintenance: true,
  who: 'anyone',
  takesToken: 'needed',
  input: z.object({}),
  output: done,
  failure: 'number',
  example: {},
});

export const register = defineCall({
  name: 'register',
  about:
    'Creates an account and mails the link that verifies its address. The token is valid once the address is verified. The server sends all mails. Opening the mailed link with `Accept: application/json`, or from a script of an allowed origin, verifies the address and returns JSON; a browser gets a page with a button. In live mode a username is reserved only once the address is verified.',
  method: 'POST',
  who: 'anyone',
  input: z.object({
    ...registerFields,
    referralLink: createHintField('A username or user ID, or a link that ends in one; unknown ones are ignored'),
    server: z.unknown().optional().describe('Not used'),
    location: z
      .object({ lat: coordinateField, lng: coordinateField })
      .nullish()
      .describe('Used to determine the country, then discarded'),
    deviceName: z.unknown().optional().describe('Not used'),
    country: placeNameField().nullish(),
  }),
  output: z.object({
    status: z.literal('ok'),
    message: text.describe('Message for support: who signed up'),
    token,
    name: text,
    email: text,
    verificationLink: text.describe('The page that asks to check the mailbox; the secret link is only in the mail'),
    referringUser: text.nullable().describe('The username of the referrer'),
    referringUserName: text.nullable(),
    referringUserEmail: z.null().describe('Empty: the server has mailed them'),
    referringUserMessage: text.nullable(),
    subject: text.describe('Subject of the mail to the referrer'),
    adminSubject: text.describe('Subject of the mail to support'),
  }),
  failure: 'error',
  example: {
    firstName: 'Ida',
    lastName: 'Moss',
    userName: 'ida-moss',
    email: 'ida.moss@example.com',
    phonenumber: '+44 20 7946 0123',
    password: 'a long walk in the rain',
    referralLink: null,
    location: { lat: 51.5, lng: -0.12 },
  },
});

export const requestpasswordreset = defineCall({
  name: 'requestpasswordreset',
  about: 'Mails a link for choosing a new password. The response is the same for every address.',
  method: 'POST',
  who: 'anyone',
  input: z.object({ email: registerFields.email }),
  output: done,
  failure: 'number',
  example: { email: 'ida.moss@example.com' },
});

export const resetpassword = defineCall({
  name: 'resetpassword',
  about:
    'Changes the password with the token of the mailed link, which can be used once. All sessions of the account end. A request without a token is refused, and the link is mailed.',
  method: 'POST',
  who: 'anyone',
  input: z.object({
    newPassword,
    email: requiredLineField('Enter your email', 254).describe(
      'The email address, or the token if the link has no address',
    ),
    token: line(200).nullish().describe('The token of the mailed link'),
  }),
  output: done,
  failure: 'number',
  usesHttpStatus: true,
  statuses: { 'bad-token': 401 },
  example: { newPassword: 'three words and a comma', email: '$EMAIL', token: '$RESET' },
});

export const updateUserData = defineCall({
  name: 'updateUserData',
  about:
    'Changes the profile. Omitted fields keep their values; empty ones are cleared. Only `resetpassword` changes a password.',
  method: 'POST',
  who: 'investor',
  input: profileChangeSchema.extend({
    password: z
      .string()
      .max(1_000, 'This is too long for a password')
      .nullish()
      .describe('Refused with a hint at `resetpassword`; ignored if empty'),
    profilepicture: fileField('picture', profileChangeSchema.shape.profilepicture),
  }),
  output: done,
  failure: 'number',
  once: 'filed',
  example: { firstname: 'Ivy', country: 'United Kingdom', zipcode: 'N1 9GU' },
});
