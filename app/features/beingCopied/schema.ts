import { z } from 'zod';
import { usdField } from '~/ledger/usdField';

/** Asking to be copied: the least that a copy is to begin with. */
export const askSchema = z.object({ minimum: usdField('The least amount must be a number') });

/** A form that is only a button. */
export const plainSchema = z.object({});
