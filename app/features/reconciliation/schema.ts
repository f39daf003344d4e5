import { z } from 'zod';
import { readCoinAmount } from '~/ledger/coinAmount';
import { usdField } from '~/ledger/usdField';
import { line, reasonLine, requiredLine } from '~/platform/fields/line';
import { uploadedFile } from '~/platform/fields/uploadedFile';

/** The name of a column; null where none is chosen. */
const column = () =>
  line(200)
    .optional()
    .transform((name) => name || null);

const columns = z.object({
  date: requiredLine('Choose the column with the date', 200),
  dateOrder: z.enum(['day', 'month'], 'Choose what comes first'),
  decimals: z.enum(['point', 'comma'], 'Choose what stands before decimals'),
  amount: column(),
  moneyIn: column(),
  moneyOut: column(),
  fee: column(),
  transactionId: column(),
  address: column(),
  note: column(),
});

/** Which columns of a file have what. */
export const columnsSchema = columns.superRefine((chosen, context) => {
  const fault = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] });
  const { amount, moneyIn, moneyOut } = chosen;
  if (!amount && !(moneyIn && moneyOut))
    fault('amount', 'Choose the column with the amount, or one for what came in and one for what went out');
  if (amount && (moneyIn || moneyOut)) fault('amount', 'Choose one column, or the two below, not all of them');
  const names = [chosen.date, amount, moneyIn, moneyOut, chosen.fee].filter(Boolean);
  if (new Set(names).size < names.length) fault('date', 'Date, amounts and fee are different columns');
});

/** The form of a statement's file. */
export const statementFileSchema = z.object({ statement: uploadedFile('Choose a CSV file') });

const coins = (message: string) =>
  requiredLine(message, 40).transform((typed, context) => {
    const units = readCoinAmount(typed);
    if (units !== null && units >= 0n) return units;
    context.addIssue({ code: 'custom', message: 'Enter an amount, as in 0.0625' });
    return z.NEVER;
  });

/** A day by the UTC calendar, `2026-10-31`. */
const dayField = z.iso.date('Enter a day, as in 2026-10-31');

/** From when on a source counts, and what was held then. */
export const openingSchema = z.object({ day: dayField, opening: coins('Enter what was held') });

/** What a person says that a line is, or why a movement stands on no line. Nothing is posted for it. */
export const RESOLUTIONS = {
  repeated: 'It repeats another line',
  dust: 'Too little to be booked: worth less than a cent',
  elsewhere: 'It went another way, and stands on no statement of this source',
} as const;

export type Resolution = keyof typeof RESOLUTIONS;

/** What the operator's own money on a line is. It is booked against the free reserve. */
export const OWN_MONEY = {
  own: 'The operator’s own money: put in, or taken out',
  fee: 'A fee of the network or of the exchange',
} as const;

export type OwnMoney = keyof typeof OWN_MONEY;

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
const reason = () => reasonLine('Say why, for whoever reads it later');

export const linkSchema = z.object({ other: z.uuid('Choose which one it is'), reason: reason() });
export const resolveSchema = z.object({
  as: z.enum(keysOf<Resolution>(RESOLUTIONS), 'Choose what it is'),
  reason: reason(),
});
export const bookSchema = z.object({
  as: z.enum(keysOf<OwnMoney>(OWN_MONEY), 'Choose what it is'),
  amount: usdField('Enter what it was worth in dollars'),
  reason: reason(),
});
export const bookLineSchema = bookSchema.extend({ id: z.uuid('There is no such line.') });
export const takeBreakSchema = z.object({ from: z.string().max(100).optional() });
export const noteSchema = z.object({ note: requiredLine('Write the note', 300) });
export const signSchema = z.object({ day: dayField });
export const undoSchema = z.object({ group: z.uuid('There is no such match.'), reason: reason() });
