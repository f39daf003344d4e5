import { z } from 'zod';
import { formatBps, formatUsd } from '~/ledger/money';
import { usdField } from '~/ledger/usdField';
import { removeHiddenCharacters } from '~/platform/fields/copiedText';
import { line } from '~/platform/fields/line';
import { titleField } from '~/platform/fields/nameLine';
import type { CatalogueKind } from './kinds';
import { RATE_LABELS, type RateUnit } from './rates';

const requiredText = (message: string, maxChars: number) =>
  z.string({ error: message }).trim().min(1, message).max(maxChars, `Use at most ${maxChars} characters`);

const enabled = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** Creates a field for a percentage as entered, `12.5` or `12.5%`, parsed into basis points. */
const percentField = (maxChars: number) =>
  z
    .string({ error: 'Enter a percentage' })
    .trim()
    .regex(/^\d{1,4}(\.\d{1,2})?\s*%?$/, 'Enter a percentage, with at most two decimals')
    .transform((input) => Math.round(Number.parseFloat(input) * 100))
    .refine((bps) => bps <= maxChars, `At most ${formatBps(maxChars)}`);

const wholeField = usdField('Amount must be a number', { wholeOnly: 'Plans are sold in whole dollars, without cents' });

const daysField = (pattern: RegExp, message: string) =>
  z.string({ error: 'Enter a number of days' }).trim().regex(pattern, message).transform(Number);

const plan = z.object({
  name: titleField(),
  minimum: wholeField,
  maximum: wholeField,
  dailyBps: percentField(100_000),
  days: daysField(/^[1-9]\d{0,3}$/, 'Enter a number of days, from 1'),
  enabled,
});

const method = z.object({
  name: titleField(),
  minimum: usdField('Amount must be a number'),
  icon: requiredText('Choose an icon', 20),
  enabled,
});

const depositMethod = method.extend({
  address: z
    .string()
    .overwrite(removeHiddenCharacters)
    .trim()
    .max(200, 'This is too long for a wallet address')
    .default(''),
});
const withdrawalMethod = method.extend({ fee: usdField('Amount must be a number', { min: 0n }) });

/** Part of a name in URLs and books, permanent once set. `manual` is reserved for other receipts in the books. */
const code = requiredText('Enter a code', 20)
  .regex(/^[A-Za-z0-9-]+$/, 'Use letters, digits and hyphens')
  .refine((input) => input.toLowerCase() !== 'manual', 'This code is already used');
const network = requiredText('Choose a network', 20);

const reason = line(300).optional();

export const CHANGE_SCHEMAS = {
  plan: plan.extend({ reason }),
  'deposit-method': depositMethod.extend({ reason }),
  'withdrawal-method': withdrawalMethod.extend({ reason }),
} as const;

export const ADD_SCHEMAS = {
  plan: plan.extend({ code }),
  'deposit-method': depositMethod.extend({ code, network }),
  'withdrawal-method': withdrawalMethod.extend({ code, network }),
} as const;

/** Largest rate in cents that the column can hold on every engine. */
const MAX_RATE_CENTS = 10_000_000_00n;

/** Creates a field for one of several words, stored as its index. */
const wordField = (words: readonly string[], message: string) =>
  z
    .string({ error: message })
    .trim()
    .toLowerCase()
    .refine((input) => words.includes(input), message)
    .transform((input) => words.indexOf(input));

export const RATE_FIELDS = {
  percent: z.object({ value: percentField(10_000), reason }),
  usd: z.object({
    value: usdField('Amount must be a number', { min: 0n })
      .refine((cents) => cents <= MAX_RATE_CENTS, `At most ${formatUsd(MAX_RATE_CENTS)}`)
      .transform(Number),
    reason,
  }),
  days: z.object({ value: daysField(/^\d{1,3}$/, 'Enter a number of days, at most 999'), reason }),
  switch: z.object({ value: wordField(RATE_LABELS.switch, 'Enter on or off'), reason }),
  keys: z.object({ value: wordField(RATE_LABELS.keys, 'Enter forbidden, allowed or required'), reason }),
} satisfies Record<RateUnit, z.ZodType>;

export function formSchema(kind: CatalogueKind, step: 'add' | 'edit', unit: RateUnit = 'usd') {
  const schema = kind === 'rate' ? RATE_FIELDS[unit] : (step === 'add' ? ADD_SCHEMAS : CHANGE_SCHEMAS)[kind];
  return schema as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
}
