import { z } from 'zod';
import { usdField } from '~/ledger/usdField';

export const MIN_TRADING_DAYS = 30;
export const MIN_TRADES = 20;

export const leaderRequestSchema = z.object({ minimum: usdField('Minimum amount must be a number') });

export const plainSchema = z.object({});
