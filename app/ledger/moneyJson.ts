import { z } from 'zod';
import { formatPlainUsd } from './money';

/** Amount in JSON, in answers and events. */
export const moneySchema = z
  .strictObject({
    value: z
      .string()
      .regex(/^-?\d{1,15}\.\d{2}$/, 'Send an amount with two decimals, as in "250.00"')
      .meta({ example: '250.00' }),
    currency: z.literal('USD'),
  })
  .meta({ id: 'Money', description: 'An amount of dollars with two decimals, as text' });

export type MoneyJson = z.input<typeof moneySchema>;

export const toMoney = (cents: bigint): MoneyJson => ({ value: formatPlainUsd(cents), currency: 'USD' });
