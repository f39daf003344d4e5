import { z } from 'zod';
import { readCoinAmount } from '~/ledger/coinAmount';
import { line, requiredLine } from '~/platform/fields/line';
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
