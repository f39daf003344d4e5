import { z } from 'zod';
import { codeField, currentPasswordField, requiredBy } from '~/platform/fields/line';
import { streetField } from '~/platform/fields/nameLine';
import { KEY_LIFETIME_DAYS, KEY_SCOPE_NAMES, type KeyScope } from '~/signIns/keyScopes';

export const keyNameField = requiredBy(streetField(60), 'Name the key, as in “Spreadsheet”');

export const checkboxField = z.literal('on').optional();
const scopeFields = Object.fromEntries(KEY_SCOPE_NAMES.map((scope) => [scope, checkboxField])) as Record<
  KeyScope,
  typeof checkboxField
>;

const entryListField = z
  .string()
  .max(4_000, 'This list is too long')
  .default('')
  .transform((input) => input.split(/[\s,]+/).filter(Boolean));

/** Fields of every new key. */
export const keyTermFields = {
  keyName: keyNameField,
  actsAlone: checkboxField,
  days: z.enum(KEY_LIFETIME_DAYS.map(String) as [string, ...string[]], 'Choose when it expires').transform(Number),
  from: entryListField,
};

export const newKeySchema = z.object({
  ...keyTermFields,
  ...scopeFields,
  wallets: entryListField,
  password: currentPasswordField('Enter your password'),
  otp: codeField().optional(),
});

export const toScopes = (ticked: Partial<Record<KeyScope, 'on'>>): KeyScope[] =>
  KEY_SCOPE_NAMES.filter((scope) => ticked[scope]);

export const revokeKeySchema = z.object({ key: z.string({ error: 'Choose a key' }).min(1).max(100) });
