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
import { codeField } from '~/platform/fields/line';
import { done, refuse } from '~/platform/result';
import { type ApiKey, findValidKeys } from '~/signIns/apiKeys.server';
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
  .describe('MCP tools act immediately; otherwise they propose, and the person confirms');

const entriesField = z.array(z.string().min(1).max(200)).max(20).default([]);

const keyFields = {
  id: text,
  name: text,
  scopes: z.array(z.enum(KEY_SCOPE_NAMES)),
  wallets: z.array(text),
  from: z.array(text).describe('IP addresses and networks; empty for any'),
  actsAlone: z.boolean().describe('Whether MCP tools act immediately, without confirmation'),
  hint: text.describe('First and last four characters of the key'),
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
      'Creates an account and mails the link that verifies its address. The response does not reveal whether the address already had an account.',
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
      'Creates an API key with the password of the account, and `otp` if it has a second factor. The key is returned only this once. Failed attempts delay further ones.',
    input: z.object({
      email: signInSchema.shape.email,
      password: signInSchema.shape.password,
      otp: codeField().optional().describe('A code of the authenticator app, if two-factor is on'),
      name: keyNameField,
      scopes: z.array(z.enum(KEY_SCOPE_NAMES)).min(1).max(KEY_SCOPE_NAMES.length),
      days: z.number().int().min(1).max(365).default(90).describe('Time until it expires'),
      wallets: entriesField.describe('Wallet addresses that it may withdraw to'),
      from: entriesField.describe('IP addresses and networks from which it may be used; empty for any'),
      actsAlone: actsAloneField,
    }),
    output: z.object({ key: text.describe('Send it as Authorization: Bearer') }),
    example: { email: '$EMAIL', password: '$PASSWORD', name: 'First steps', scopes: ['read', 'deposit', 'copy'] },
    forms: ['investor/settings/keys#make'],
    answer: async ({ input, request, address }) => {
      const { email, password, otp, ...fields } = input;
      const client = { address, userAgent: request.headers.get('User-Agent') };
      const signedIn = await signIn({ email, password, otp, rememberme: false }, client, 'api');
      if (!signedIn.ok) return signedIn;
      const { user, secret } = signedIn.value;
      await endSession(secret);
      const created = await write((tx) => createInvestorKey(tx, user, fields), { users: [user.id] });
      return created.ok ? done({ key: created.value.secret }) : created;
    },
  }),
  defineReadCall({
    operation: 'listKeys',
    path: 'keys',
    tag,
    about: 'Lists the valid API keys, without the keys themselves.',
    output: z.object({ data: z.array(keySchema) }),
    answer: async ({ user }) =>
      done({
        data: (await findValidKeys(read(), user.id)).map(({ scopes, ...key }) => ({
          ...toKeyAnswer(key),
          scopes: scopes.filter((scope) => !isRight(scope)),
        })),
      }),
  }),
  defineWriteCall({
    operation: 'revokeKey',
    path: 'keys/{key}/revoke',
    tag,
    about: 'Revokes an API key, which may be the one in use.',
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
      'Creates an API key of an administrator with password and `otp`. It has those rights of the role that it lists. Where pages require a code, its requests do too.',
    input: z.object({
      email: signInSchema.shape.email,
      password: signInSchema.shape.password,
      otp: codeField().optional(),
      name: keyNameField,
      rights: z.array(z.enum(RIGHT_NAMES)).min(1).max(RIGHT_NAMES.length),
      days: z.number().int().min(1).max(365).default(90).describe('Time until it expires'),
      from: entriesField.describe('IP addresses and networks from which it may be used; empty for any'),
      actsAlone: actsAloneField,
    }),
    output: z.object({ key: text.describe('Send it as Authorization: Bearer') }),
    example: { email: '$EMAIL', password: '$PASSWORD', name: 'Desk', rights: ['payments:read', 'payments:decide'] },
    forms: ['admin/security#make-key'],
    answer: async ({ input, request, address }) => {
      const { email, password, otp, rights, ...fields } = input;
      const client = { address, userAgent: request.headers.get('User-Agent') };
      const signedIn = await signInAdministrator({ email, password, otp }, client, 'api');
      if (!signedIn.ok) return signedIn;
      const { administrator, secret } = signedIn.value;
      await endSession(secret);
      const created = await write((tx) =>
        createStaffKey(tx, administrator.id, { ...fields, scopes: rights, wallets: [] }),
      );
      return created.ok ? done({ key: created.value.secret }) : created;
    },
  }),
  defineStaffReadCall({
    operation: 'listStaffKeys',
    path: 'staff/keys',
    tag,
    right: 'everyone',
    about: 'Lists the valid API keys of the administrator, without the keys themselves.',
    output: z.object({ data: z.array(z.object({ ...keyFields, scopes: z.array(text) }).meta({ id: 'StaffKey' })) }),
    answer: async ({ administrator }) =>
      done({ data: (await findValidKeys(read(), administrator.id)).map(toKeyAnswer) }),
  }),
  {
    ...defineWriteCall({
      operation: 'revokeStaffKey',
      path: 'staff/keys/{key}/revoke',
      tag,
      about: 'Revokes an API key of the administrator, which may be the one in use.',
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
