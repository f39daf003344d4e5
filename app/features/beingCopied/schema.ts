import { z } from 'zod';
import { usdField } from '~/ledger/usdField';

/** How long an investor has to have traded, and how much, before others may copy them. */
export const LEAST_TRADING_DAYS = 30;
export const LEAST_TRADES = 20;

/** Asking to be copied: the least that a copy is to begin with. */
export const askSchema = z.object({ minimum: usdField('Minimum amount must be a number') });

export const plainSchema = z.object({});
