import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS } from '~/api/calls';

/** Schemas of all forms and calls, by the name of the file or call. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../features/*/*/schema.ts', '../features/people/profile/profileFields.ts'],
  { eager: true },
);

const MIN_PASSWORD_CHARS = 8;

/** Returns the exported schema, or those of an object of schemas by kind, such as `ADD.plan`. */
function withParts([name, exported]: [string, unknown]): [string, unknown][] {
  const isPlain = typeof exported === 'object' && exported !== null && !(exported instanceof z.ZodType);
  const parts = isPlain ? Object.entries(exported) : [];
  return [[name, exported], ...parts.map(([part, value]): [string, unknown] => [`${name}.${part}`, value])];
}

function schemas(): [string, z.ZodObject][] {
  const found: [string, z.ZodObject][] = Object.entries(CALLS).map(([name, { input }]) => [`/api/${name}`, input]);
  for (const [path, module] of Object.entries(modules)) {
    for (const [name, exported] of Object.entries(module).flatMap(withParts)) {
      // Schemas with passwords are functions of the minimum length, which depends on the mode.
      const made = /^(signUp|newPassword|changePassword)Schema$/.test(name)
        ? (exported as (minChars: number) => unknown)(MIN_PASSWORD_CHARS)
        : exported;
      if (made instanceof z.ZodObject) found.push([`${path.replace(/.*features\/\w+\//, '')} ${name}`, made]);
    }
  }
  return found;
}

/** Fields that name a person, a user, a place or a thing, or declare a figure. */
const NAME_LIKE = /name|nationality|country|^state$|zip|postal|^address$|^(winRate|avgReturn|followers|rrRatio)$/i;

/** Fields that look like names, with the reason why they are not names. */
const WALLET = 'is a wallet, judged by its network, and mailed to no one';
const OTHERWISE = new Map([
  ['/api/register deviceName', 'is not used, and kept nowhere'],
  ['reconciliation/schema.ts columnsSchema address', 'is the header of a column'],
  ['catalogue/schema.ts ADD_SCHEMAS.deposit-method address', WALLET],
  ['catalogue/schema.ts CHANGE_SCHEMAS.deposit-method address', WALLET],
]);

const fields = schemas()
  .flatMap(([where, schema]) => Object.keys(schema.shape).map((name) => ({ where, name, field: schema.shape[name] })))
  .filter(({ where, name }) => NAME_LIKE.test(name) && !OTHERWISE.has(`${where} ${name}`));

const HOSTILE = [
  'http://evil.com',
  'https://evil.com/a?b',
  'www.evil.com',
  'evil.com',
  'Ann evil.com now',
  '192.168.0.1',
  'ann@evil.com',
  'mailto:ann',
  'Ann\u202e',
  'Ann\u2066a',
  'An\u200bn',
  'Ann\ufeffa',
  'Ann\r\nBcc: x',
  'Ann\0',
  '<b>Ann</b>',
  'a'.repeat(301),
];

describe('a field that names a person, a user, a place or a thing', () => {
  test('is found in every form and call that has one', () => {
    const found = new Set(fields.map(({ where }) => where));
    for (const where of [
      '/api/register',
      '/api/updateUserData',
      '/api/submitKYC',
      '/api/createTrader',
      'auth/schema.ts signUpSchema',
      'profile/profileFields.ts profileSchema',
      'kyc/schema.ts kycSchema',
      'traders/schema.ts traderFormSchema',
      'catalogue/schema.ts ADD_SCHEMAS.plan',
      'catalogue/schema.ts CHANGE_SCHEMAS.deposit-method',
    ]) {
      expect(found).toContain(where);
    }
  });

  test.each(fields)('$name of $where allows no address and no hidden character', async ({ field }) => {
    for (const hostile of HOSTILE) {
      const { success } = await (field as z.ZodType).safeParseAsync(hostile);
      expect([hostile, success]).toEqual([hostile, false]);
    }
  });
});
