import { z } from 'zod';
import { coinField } from '~/ledger/coinField';
import { usdField } from '~/ledger/usdField';
import { line, reasonLine, requiredLineField, unvalidatedEmailField } from '~/platform/fields/line';
import { uploadedFileField } from '~/platform/fields/uploadedFile';

const column = () =>
  line(200)
    .optional()
    .transform((name) => name || null);

const columns = z.object({
  date: requiredLineField('Choose the column with the date', 200),
  time: column(),
  dateOrder: z.enum(['day', 'month'], 'Choose what 2/3/2026 means'),
  decimals: z.enum(['point', 'comma'], 'Choose the decimal separator'),
  amount: column(),
  moneyIn: column(),
  moneyOut: column(),
  fee: column(),
  transactionId: column(),
  address: column(),
  note: column(),
  direction: column(),
  coin: column(),
  status: column(),
});

export const columnsSchema = columns.superRefine((chosen, context) => {
  const fault = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] });
  const { amount, moneyIn, moneyOut } = chosen;
  if (!amount && !moneyIn && !moneyOut)
    fault('amount', 'Choose the column with the signed amount, or one for money in and one for money out');
  if (amount && (moneyIn || moneyOut))
    fault('amount', 'Choose the signed amount, or money in and money out, not all three');
  const names = [chosen.date, chosen.time, amount, moneyIn, moneyOut, chosen.fee].filter(Boolean);
  if (new Set(names).size < names.length) fault('date', 'Date, time, amounts and fee are different columns');
});

export const statementFileSchema = z.object({ statement: uploadedFileField('Choose a CSV file') });

const dayField = z.iso.date('Enter a day, as in 2026-10-31');

export const statementImportSchema = z.object({
  from: dayField,
  until: dayField,
  shown: z.string().max(100).optional(),
});

export const openingSchema = z.object({ day: dayField, opening: coinField('Enter the opening balance', 0n) });

export const RESOLUTIONS = {
  repeated: 'Duplicate of another line',
  dust: 'Too small to book: worth less than a cent',
} as const;

export const ON_NO_STATEMENT = 'Paid another way: on no statement of this method';

export type Resolution = keyof typeof RESOLUTIONS;

/** Kinds of bookings of a line. The first two post against the free reserve, the third posts a debt to an unknown sender. */
export const BOOKINGS = {
  own: 'The operator’s own money: put in, or taken out',
  fee: 'A network or exchange fee',
  unidentified: 'An unidentified receipt: held until its owner is known',
} as const;

export type Booking = keyof typeof BOOKINGS;

export const isBooking = (as: string): as is Booking => Object.hasOwn(BOOKINGS, as);

/** Resolutions with a posting, which can't be undone on the page of the break. */
const POSTED_RESOLUTIONS: readonly string[] = [...Object.keys(BOOKINGS), 'credited', 'returned', 'corrected'];

export const isPosted = (how: string): boolean => POSTED_RESOLUTIONS.includes(how);

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
const reason = reasonLine('Enter a reason; it is kept in the audit log');
const from = z.object({ from: z.string().max(100).optional() });

export const BREAK_SCHEMAS = {
  take: from,
  assign: from.extend({ to: z.uuid('Choose an administrator') }),
  'give-back': from,
  note: z.object({ note: requiredLineField('Enter a note', 300) }),
  link: z.object({ other: z.uuid('Choose what to match it with'), reason }),
  resolve: z.object({ as: z.enum(keysOf<Resolution>(RESOLUTIONS), 'Choose a resolution'), reason }),
  elsewhere: z.object({ reason }),
  undo: z.object({ group: z.uuid('There is no such match.'), reason }),
  /**
   * `as`: a kind of booking, or the ID of the receipt that was sent back. `another`: confirms that a similar line is another movement.
   */
  book: z.object({
    as: z.union([z.enum(keysOf<Booking>(BOOKINGS)), z.uuid()], 'Choose what to book it as'),
    amount: usdField('Enter its value in dollars'),
    another: z.literal('on').optional(),
    reason,
  }),
  correct: z.object({
    deposit: z.uuid('Choose the deposit'),
    amount: usdField('Enter the amount received in dollars'),
    reason,
  }),
  credit: z.object({ email: unvalidatedEmailField('Enter the email address of the owner'), reason }),
};

export type BreakIntent = keyof typeof BREAK_SCHEMAS;
export type BreakInput<K extends BreakIntent> = z.output<(typeof BREAK_SCHEMAS)[K]> & { id: string };

export const getBreakSchema = <K extends BreakIntent>(kind: K) =>
  BREAK_SCHEMAS[kind].extend({ id: z.uuid('There is no such break.') }) as unknown as z.ZodType<BreakInput<K>>;

export const signSchema = z.object({ day: dayField, shown: z.string('Load the page again').max(100) });
