import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { NO_DAY_SPREAD } from './daySpread';

export const WHOLE_BPS = 10_000;

const copyId = { id: z.uuid('There is no such copy') };

/** Floors that the form offers, in basis points of the contribution; the first one is the default. */
export const FLOOR_CHOICES = [6_000, 9_000, 8_000, 7_000] as const;
/** Limits of one position that the form offers, in basis points of the copy; "no limit" is another choice. */
export const CAP_CHOICES = [10_000, 5_000, 2_500, 1_000] as const;

/** Returns a form field for basis points or `none`; undefined for `none` or without the field. */
const partField = (message: string) =>
  z
    .string()
    .regex(/^(none|[1-9]\d{0,4})$/, message)
    .transform((text) => (text === 'none' ? undefined : Number(text)))
    .optional();

const daySpreadField = z
  .string('Choose the largest daily cost in spread')
  .regex(/^(none|[1-9]\d{0,3})$/, 'Choose the largest daily cost in spread')
  .transform((text) => (text === 'none' ? NO_DAY_SPREAD : Number(text)));

const shownShare = z.coerce.number('Load the page again').int().min(0).max(WHOLE_BPS);

/** Form that starts a copy. Fields after `floor` apply to traders with positions. */
export const startSchema = z.object({
  trader: z.uuid('Choose a trader'),
  /** The use case checks the trader's minimum. */
  amount: usdField('Amount must be a number', { min: 0n }),
  floor: usdField('The floor must be a number').optional(),
  floorBps: partField('Choose a floor, or none'),
  capBps: partField('Choose the limit for one position'),
  daySpreadBps: daySpreadField.optional(),
  takeOver: z
    .enum(['yes', 'no'], 'Choose what happens to open positions')
    .transform((choice) => choice === 'yes')
    .optional(),
  shareBps: shownShare.optional(),
});

export const shareSchema = z.object({ ...copyId, shareBps: shownShare });

export const daySpreadSchema = z.object({ ...copyId, daySpreadBps: daySpreadField });

export const copySchema = z.object(copyId);

export const copyAmountSchema = z.object({ ...copyId, amount: usdField('Amount must be a number') });
