import { z } from 'zod';
import {
  createInvestorKey,
  createStaffKey,
  revokeApiKey,
  revokeStaffKey,
} from '~/features/people/apiKeys/createInvestorKey.server';
import { keyNameField } from '~/features/people/apiKeys/schema';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { signInSchema, signUpSchema } from '~/features/people/auth/schema';
import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { findCountry } from '~/features/people/auth/signUp/country.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { read, write } from '~/platform/db/index.server';
import { codeLine } from '~/platform/fields/line';
import { done, refuse } from '~/platform/result';
import { type ApiKey, keysOf } from '~/signIns/apiKeys.server';
import { isRight } from '~/signIns/keyGrants';
import { KEY_SCOPE_NAMES } from '~/signIns/keyScopes';
import { RIGHT_NAMES } from '~/signIns/rights';
import { endSession } from '~/signIns/session.server';
import {
  defineKeylessCall,
  defineReadCall,
  defineStaffReadCall,
  defineWriteCall,
  type StaffKeyHolder,
  type V1Call,
} from '../call.server';
import { isoOrNull, text, time, toIsoTime } from '../fields';

const tag = 'Keys';
/** Shortest password in any mode; live mode requires a longer one and reports that itself. */
const MIN_PASSWORD_CHARS = 8;

const actsAloneField = z
  .boolean()
  .default(false)
  .describe('Tools of MCP act at once; otherwise they propose, and the person confirms');

const entriesField = z.array(z.string().min(1).max(200)).max(20).default([]);

const keyFields = {
  id: text,
  name: text,
  scopes: z.array(z.enum(KEY_SCOPE_NAMES)),
  wallets: z.array(text),
  from: z.array(text).describe('IP addresses and networks; empty for any'),
  actsAlone: z.boolean().describe('Tools of MCP act at once, without confirmation'),
  hint: text.describe('Beginning and last four characters of the key'),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time,
};

const keySchema = z.object(keyFields).meta({ id: 'ApiKey' });

const toKeyAnswer = <K extends Pick<ApiKey, 'createdAt' | 'lastUsed' | 'expiresAt'>>({
  createdAt,
  lastUsed,
  expiresAt,
  ...key
}: K) => ({
  ...key,
  createdAt: toIsoTime(createdAt),
  lastUsedAt: isoOrNull(lastUsed),
  expiresAt: toIsoTime(expiresAt),
});

export const KEY_CALLS = [
  defineKeylessCall({
    operation: 'signUp',
    method: 'POST',
    path: 'sign-ups',
    tag,
    about:
      'Makes an account and mails the link that verifies its address. The answer does not tell whether there was one.',
    input: z.object(signUpSchema(MIN_PASSWORD_CHARS).shape),
    output: z.object({ message: text }),
    example: { firstName: 'Ann', lastName: 'Moss', email: '$EMAIL', password: '$PASSWORD' },
    forms: ['auth/signup'],
    answer: async ({ input, address }) => {
      if (input.password.length < getMinPasswordChars())
        return refuse('weak-password', `Use at least ${getMinPasswordChars()} characters`, 'password');
      const country = await findCountry({ latitude: '', longitude: '' });
      const signedUp = await signUp(input, { address, country });
      return signedUp.ok ? done({ message: 'A link is on its way by mail. Open it to verify the address.' }) : signedUp;
    },
  }),
  defineKeylessCall({
    operation: 'createKey',
    method: 'POST',
    path: 'keys',
    tag,
    about:
      'Makes an API key with the password of the account, and `otp` where it has a second factor. The key is told this once. Failed attempts make the next ones wait.',
    input: z.object({
      email: signInSchema.shape.email,
      password: signInSchema.shape.password,
      otp: codeLine().optional().describe('A code of the authenticator app, where two-factor is on'),
      name: keyNameField,
      scopes: z.array(z.enum(KEY_SCOPE_NAMES)).min(1).max(KEY_SCOPE_NAMES.length),
      days: z.number().int().min(1).max(365).default(90).describe('How long it works'),
      wallets: entriesField.describe('Addresses that it may withdraw to, as they will be sent'),
      from: entriesField.describe('IP addresses and networks that it may be used from; empty for any'),
      actsAlone: actsAloneField,
    }),
    output: z.object({ key: text.describe('To be sent as Authorization: Bearer') }),
    example: { email: '$EMAIL', password: '$PASSWORD', name: 'First steps', scopes: ['read', 'deposit', 'copy'] },
    forms: ['investor/settings/keys#make'],
    answer: async ({ input, request, address }) => {
      const { email, password, otp, ...asked } = input;
      const client = { address, userAgent: request.headers.get('User-Agent') };
      const signedIn = await signIn({ email, password, otp, rememberme: false }, client, 'api');
      if (!signedIn.ok) return signedIn;
      const { user, secret } = signedIn.value;
      await endSession(secret);
      const created = await write((tx) => createInvestorKey(tx, user, asked), { users: [user.id] });
      return created.ok ? done({ key: created.value.secret }) : created;
    },
  }),
  defineReadCall({
    operation: 'listKeys',
    path: 'keys',
    tag,
    about: 'Lists the API keys that work; never the keys themselves.',
    output: z.object({ data: z.array(keySchema) }),
    answer: async ({ user }) =>
      done({
        data: (await keysOf(read(), user.id)).map(({ scopes, ...key }) => ({
          ...toKeyAnswer(key),
          scopes: scopes.filter((scope) => !isRight(scope)),
        })),
      }),
  }),
  defineWriteCall({
    operation: 'revokeKey',
    path: 'keys/{key}/revoke',
    tag,
    about: 'Revokes an API key, this one too.',
    scope: 'account',
    once: 'act',
    input: z.object({ key: z.string().min(1).max(100) }),
    output: z.object({ name: text }),
    example: { key: '$KEY_ID' },
    forms: ['investor/settings/keys#revoke'],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input }) => {
      const revoked = await revokeApiKey(tx, user, input.key);
      return revoked.ok ? done({ answer: revoked.value }) : revoked;
    },
  }),
  defineKeylessCall({
    operation: 'createStaffKey',
    method: 'POST',
    path: 'staff/keys',
    tag,
    about:
      'Makes an API key of an administrator with password and `otp`. It has the rights that it lists of those of the role; where pages ask for a code, its calls do too.',
    input: z.object({
      email: signInSchema.shape.email,
      password: signInSchema.shape.password,
      otp: codeLine().optional(),
      name: keyNameField,
      rights: z.array(z.enum(RIGHT_NAMES)).min(1).max(RIGHT_NAMES.length),
      days: z.number().int().min(1).max(365).default(90).describe('How long it works'),
      from: entriesField.describe('IP addresses and networks that it may be used from; empty for any'),
      actsAlone: actsAloneField,
    }),
    output: z.object({ key: text.describe('To be sent as Authorization: Bearer') }),
    example: { email: '$EMAIL', password: '$PASSWORD', name: 'Desk', rights: ['payments:read', 'payments:decide'] },
    forms: ['admin/security#make-key'],
    answer: async ({ input, request, address }) => {
      const { email, password, otp, rights, ...asked } = input;
      const client = { address, userAgent: request.headers.get('User-Agent') };
      const signedIn = await signInAdministrator({ email, password, otp }, client, 'api');
      if (!signedIn.ok) return signedIn;
      const { administrator, secret } = signedIn.value;
      await endSession(secret);
      const created = await write((tx) =>
        createStaffKey(tx, administrator.id, { ...asked, scopes: rights, wallets: [] }),
      );
      return created.ok ? done({ key: created.value.secret }) : created;
    },
  }),
  defineStaffReadCall({
    operation: 'listStaffKeys',
    path: 'staff/keys',
    tag,
    right: 'everyone',
    about: 'Lists one’s own API keys that work; never the keys themselves.',
    output: z.object({ data: z.array(z.object({ ...keyFields, scopes: z.array(text) }).meta({ id: 'StaffKey' })) }),
    answer: async ({ administrator }) => done({ data: (await keysOf(read(), administrator.id)).map(toKeyAnswer) }),
  }),
  {
    ...defineWriteCall({
      operation: 'revokeStaffKey',
      path: 'staff/keys/{key}/revoke',
      tag,
      about: 'Revokes one’s own API key, this one too.',
      scope: 'account',
      once: 'act',
      input: z.object({ key: z.string().min(1).max(100) }),
      output: z.object({ name: text }),
      example: { key: '$KEY_ID' },
      forms: ['admin/security#revoke-key'],
      act: async (tx, here) => {
        const { administrator, input } = here as unknown as StaffKeyHolder & typeof here;
        const revoked = await revokeStaffKey(tx, administrator.id, input.key);
        return revoked.ok ? done({ answer: revoked.value }) : revoked;
      },
    }),
    scope: 'everyone',
  } satisfies V1Call,
];
