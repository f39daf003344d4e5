import { z } from 'zod';
import { line, requiredLineField } from '~/platform/fields/line';
import { MAX_LEVERAGE } from '~/trading/tradingTerms';
import { defineCall } from '~/web/guard/call';
import { at, usdOutput } from '../fields';

const text = z.string();

/** Creates the schema of a decimal that a program sends as a number or as text. Text preserves all digits. */
const createDecimalField = (message: string) =>
  z
    .union([z.number(), z.string()], { error: message })
    .transform((sent) => (typeof sent === 'number' && Math.abs(sent) < 1 ? trimZeros(sent.toFixed(12)) : String(sent)))
    .pipe(line(30))
    .describe('A number, also as a string');

const trimZeros = (fixed: string): string => fixed.replace(/\.?0+$/, '');

const createLevelField = (about: string) =>
  createDecimalField('Send a price as a number or as text').optional().describe(about);

const symbol = requiredLineField('Choose a symbol', 40).describe('Such as BTC/USD or BTCUSD');

export const orders = defineCall({
  name: 'orders',
  about:
    'Places an order in the investor’s own trading. It is filled at the feed’s price on arrival, or waits for its price or for its market to open. Live trading must be unlocked, and own trading must hold money.',
  method: 'POST',
  who: 'investor',
  input: z.object({
    symbol,
    side: z.enum(['buy', 'sell'], 'side is buy or sell'),
    size: createDecimalField('Send a size as a number or as text').describe(
      'In units of the instrument, at most eight decimals',
    ),
    type: z.enum(['market', 'limit', 'stop'], 'type is market, limit or stop').default('market'),
    price: createLevelField('The price that triggers a limit or stop order'),
    stop: createLevelField('Closes the position at a loss'),
    takeProfit: createLevelField('Closes the position at a profit'),
    leverage: z
      .number()
      .int()
      .min(1)
      .max(MAX_LEVERAGE)
      .optional()
      .describe('For this instrument from now on; it can only be changed while no position is open'),
  }),
  output: z.object({
    status: z.literal('ok'),
    message: text,
    state: z.enum(['filled', 'waiting']),
    price: text.describe('The fill price; empty while it waits'),
    result: usdOutput.describe('The realised profit or loss'),
    order: z.number().describe('The number of the waiting order; 0 if it was filled'),
  }),
  failure: 'number',
  once: 'money',
  example: { symbol: 'BTC/USD', side: 'buy', size: '0.001', stop: '1000' },
});

const createPositionField = (about: string) =>
  z
    .string()
    .transform((sent) => sent.trim().toLowerCase())
    .pipe(z.enum(['long', 'short', 'flat', ''], 'A position is long, short or flat'))
    .transform((sent) => sent || undefined)
    .optional()
    .describe(about);

export const signals = defineCall({
  name: 'signals',
  about:
    'Signal of a trader’s program. It is filled at the feed’s price on arrival, once for each ID; a repeated signal returns the first result. The key is in `Authorization: Bearer` or, if a service can’t send headers, in the body, which may also be text/plain.',
  method: 'POST',
  who: 'anyone',
  plainText: true,
  input: z.object({
    key: line(100)
      .optional()
      .describe('The key that an administrator issued for the trader, if the header is not sent'),
    id: requiredLineField('Give each signal its own ID', 100).describe('Chosen by the program; each ID trades once'),
    trader: line(100).optional().describe('The trader’s ID, to check that the key belongs to them'),
    symbol,
    action: z.enum(['buy', 'sell', 'close'], 'action is buy, sell or close'),
    size: createLevelField('In units of the instrument; for a close, the size to close (all if omitted)'),
    percent: createLevelField('Size of a new position as a percentage of the account’s equity, instead of a size'),
    market_position: createPositionField('The strategy’s position after the signal; `flat` closes the whole position'),
    prev_market_position: createPositionField('The strategy’s position before the signal'),
    position_size: createDecimalField('Send position_size as a number or as text')
      .optional()
      .describe('The size of the strategy’s position after the signal'),
    contracts: createDecimalField('Send contracts as a number or as text')
      .optional()
      .describe(
        'The size of the strategy’s own order; with `position_size` it determines which part a signal that only reduces closes',
      ),
    stop: createLevelField('Closes the position at a loss'),
    takeProfit: createLevelField('Closes the position at a profit'),
    at: line(40).optional().describe('When the program decided, ISO 8601; a time in the future is refused'),
  }),
  output: z.object({
    status: z.literal('ok'),
    state: z
      .enum(['filled', 'waiting', 'refused'])
      .describe('Whether the signal was filled. A refused signal uses up its ID: send another one to try again'),
    code: text.describe('The reason of a refusal; otherwise empty'),
    message: text,
    again: z.boolean().describe('Whether the ID was used before; the response is its first result'),
  }),
  failure: 'number',
  usesHttpStatus: true,
  statuses: { 'unknown-key': 401, 'foreign-key': 403 },
  example: { key: '$SIGNAL_KEY', id: 'alert-1', symbol: 'BTCUSD', action: 'buy', percent: '10' },
});

const side = z.enum(['buy', 'sell']);
const levels = { stop: text.describe('Empty for none'), takeProfit: text.describe('Empty for none') };

export const positions = defineCall({
  name: 'positions',
  about: 'The investor’s own trading: money, open positions with their results, and waiting orders.',
  method: 'GET',
  who: 'investor',
  input: z.object({}),
  output: z.object({
    status: z.literal('ok'),
    equity: usdOutput.describe('Cash, pending profits and open results, less a deficit'),
    cash: usdOutput,
    margin: usdOutput.describe('Required by open positions'),
    removable: usdOutput.describe('The amount that can be taken out now'),
    positions: z.array(
      z.object({
        symbol: text,
        side,
        size: text,
        entry: text.describe('The average entry price'),
        price: text.describe('The feed’s current price'),
        result: usdOutput.describe('The result of closing it now'),
        leverage: z.number(),
        ...levels,
      }),
    ),
    orders: z.array(
      z.object({
        order: z.number(),
        symbol: text,
        side,
        size: text,
        type: z.enum(['market', 'limit', 'stop']),
        price: text.describe('Empty for a market order'),
        ...levels,
        at,
      }),
    ),
  }),
  failure: 'number',
  example: {},
});
