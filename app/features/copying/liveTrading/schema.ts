import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { line, requiredLineField } from '~/platform/fields/line';
import { MAX_LEVERAGE } from '~/trading/tradingTerms';

const symbol = requiredLineField('Choose a symbol', 40);
const decimal = line(30).optional();
const shown = line(30).optional();
const size = requiredLineField('Enter a size', 30);

export const orderSchema = z.object({
  symbol,
  side: z.enum(['buy', 'sell'], 'Choose buy or sell'),
  size,
  type: z.enum(['market', 'limit', 'stop'], 'Choose market, limit or stop').default('market'),
  price: decimal,
  stop: decimal,
  takeProfit: decimal,
  leverage: z.coerce
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(1, 'Enter a leverage from 1, a whole number')
    .max(MAX_LEVERAGE, 'The leverage is too high')
    .optional(),
  shown,
});

/** Fields of the ticket: an amount in dollars or units, instead of the size in the order's schema. */
export const ticketSchema = orderSchema.omit({ symbol: true, size: true, shown: true }).extend({
  unit: z.enum(['usd', 'size'], 'Choose dollars or the size').default('usd'),
  amount: requiredLineField('Enter an amount', 30),
});

export const closePositionSchema = z.object({ symbol, size, shown });

export const amendSchema = z.object({ symbol, stop: decimal, takeProfit: decimal });

export const cancelOrderSchema = z.object({ order: z.coerce.number().int().min(1) });

export const moveSchema = z.object({ amount: usdField('Amount must be a number') });
