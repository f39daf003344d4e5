import { z } from 'zod';
import { usdField } from '~/ledger/usdField';

const copyId = { id: z.uuid('There is no such copy') };

/** Starting a copy. */
export const startSchema = z.object({
  trader: z.uuid('Choose a trader'),
  amount: usdField('Amount must be a number'),
  floor: usdField('The floor must be a number').optional(),
});

/** A form that names one of the user's copies. */
export const copySchema = z.object(copyId);

/** More into a copy, or some out of it. */
export const copyAmountSchema = z.object({ ...copyId, amount: usdField('Amount must be a number') });
