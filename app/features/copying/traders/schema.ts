import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { figureField, line, requiredBy, requiredLineField } from '~/platform/fields/line';
import { personNameField, placeNameField } from '~/platform/fields/nameLine';
import { uploadedFileField } from '~/platform/fields/uploadedFile';
import { parseUtcTime } from '~/platform/fields/utcTime';
import { MAX_LEADER_SHARE_PERCENT } from '~/trading/tradingTerms';

const declared = figureField().default('');

export const traderFormSchema = z.object({
  firstname: personNameField('Enter the first name'),
  lastname: personNameField('Enter the last name'),
  winRate: declared,
  avgReturn: declared,
  followers: declared,
  rrRatio: declared,
  nationality: requiredBy(placeNameField(), 'Enter the nationality'),
  minimumcapital: usdField('Minimum capital must be a number'),
  capital: usdField('Capital must be a number').optional(),
  traderImage: uploadedFileField('Choose a picture').optional(),
});

/** Percentage as entered: `12.5` or `12.5%`. */
const sharePercent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?\s*%?$/, 'Enter a percentage, with at most two decimals')
  .refine(
    (text) => Number.parseFloat(text) <= MAX_LEADER_SHARE_PERCENT,
    `The leader’s share is at most ${MAX_LEADER_SHARE_PERCENT}%`,
  );

export const parseShareBps = (percent: string): number => Math.round(Number.parseFloat(percent) * 100);

/** Schema of an edit of a trader. A large change of capital, minimum or share requires a reason. */
export const traderChangeSchema = traderFormSchema.extend({
  share: sharePercent.optional(),
  reason: line(300).optional(),
});

export const traderIdSchema = z.object({ id: z.uuid('There is no such trader') });

/** Form of a manual result; `id` is the trader's, as in the JSON call. */
export const tradeSchema = z.object({
  id: z.uuid('Choose a trader'),
  pair: requiredLineField('Choose a trade pair', 40, 'Choose a trade pair'),
  amount: usdField('Amount must be a number'),
  tradeType: z.enum(['profit', 'loss'], { error: 'Choose profit or loss' }),
  date: z
    .string()
    .trim()
    .refine((text) => parseTradeTime(text, new Date(0)) !== null, 'Enter a date, as in 2026-03-02 or 2026-03-02T14:30')
    .default(''),
});

/** Largest number of pasted characters; larger imports need a file. */
const MAX_PASTED_CHARS = 50_000;

export const importFormSchema = z
  .object({
    id: tradeSchema.shape.id,
    log: uploadedFileField('Choose a CSV file').optional(),
    text: z.string().max(MAX_PASTED_CHARS, 'This is too much to paste. Upload it as a file').default(''),
  })
  .superRefine(({ log, text }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] });
    const isPasted = text.trim() !== '';
    // The browser's check receives a chosen file as empty text.
    const isFile = log !== undefined;
    if (!isFile && !isPasted) issue('log', 'Choose a CSV file, or paste its lines');
    if (isFile && isPasted) issue('text', 'Choose a file or paste its lines, not both');
  });

/** Schema for voiding a manual result; with an amount, a corrected result replaces it. */
export const voidSchema = z.object({
  trade: z.uuid('There is no such trade'),
  reason: requiredLineField('Enter a reason; it is shown to those who copied it', 300),
  pair: tradeSchema.shape.pair.optional(),
  amount: tradeSchema.shape.amount.optional(),
  tradeType: tradeSchema.shape.tradeType.optional(),
  date: tradeSchema.shape.date,
});

export const completeSchema = z.object({
  trader: z.uuid('Choose a trader'),
  until: z
    .string()
    .trim()
    .refine((text) => parseTradeTime(text, new Date(0)) !== null, 'Enter a date, as in 2026-03-02 or 2026-03-02T14:30')
    .default(''),
});

/**
 * Parses the UTC time at which a trade closed. Empty text means `now`; a date alone means the end of that day, or `now` if it is today.
 * Null if invalid.
 */
export function parseTradeTime(text: string, now: Date): Date | null {
  if (text === '') return now;
  const at = parseUtcTime(text, '23:59:59.999');
  const dayOnly = text.length === 10;
  return at && dayOnly && at > now && now.toISOString().startsWith(text) ? now : at;
}
