import { z } from 'zod';
import { line, requiredLine } from '~/platform/fields/line';
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
    .describe('A number, or the same as text');

const trimZeros = (fixed: string): string => fixed.replace(/\.?0+$/, '');

const createLevelField = (about: string) =>
  createDecimalField('Send a price as a number or as text').optional().describe(about);

const symbol = requiredLine('Choose a symbol', 40).describe('As in BTC/USD or BTCUSD');

export const orders = defineCall({
  name: 'orders',
  about:
    'Places an order in the investor’s own trading. It is filled at our feed’s price when it arrives, or waits for its price or its market. Live trading has to be unlocked, and own trading has to hold money.',
  method: 'POST',
  who: 'investor',
  input: z.object({
    symbol,
    side: z.enum(['buy', 'sell'], 'side is buy or sell'),
    size: createDecimalField('Send a size as a number or as text').describe(
      'In units of the instrument, at most eight decimals',
    ),
    type: z.enum(['market', 'limit', 'stop'], 'type is market, limit or stop').default('market'),
    price: createLevelField('What a limit or stop order waits for'),
    stop: createLevelField('Closes the position at a loss'),
    takeProfit: createLevelField('Closes the position at a profit'),
    leverage: z
      .number()
      .int()
      .min(1)
      .max(MAX_LEVERAGE)
      .optional()
      .describe('For this instrument from now on; it changes only while no position is open'),
  }),
  output: z.object({
    status: z.literal('ok'),
    message: text,
    state: z.enum(['filled', 'waiting']),
    price: text.describe('The price it was filled at; empty while it waits'),
    result: usdOutput.describe('The profit or loss it realised'),
    order: z.number().describe('The number of an order that waits; 0 for one that was filled'),
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
    'A trade by a trader’s own program. The signal is filled at our feed’s price when it arrives, once for each id; a repeated signal gets the result of the first. The key goes in `Authorization: Bearer` or, where a service sends no headers, in the body, which may also come as text/plain.',
  method: 'POST',
  who: 'anyone',
  plainText: true,
  input: z.object({
    key: line(100)
      .optional()
      .describe('The key that the administrator gave for the trader, where the header is not sent'),
    id: requiredLine('Give each signal an id of its own', 100).describe('The program’s own; the same id trades once'),
    trader: line(100).optional().describe('The trader’s id, to check that the key belongs to them'),
    symbol,
    action: z.enum(['buy', 'sell', 'close'], 'action is buy, sell or close'),
    size: createLevelField('In units of the instrument; of a close, how much of it (all, without one)'),
    percent: createLevelField('Of the account’s equity, in place of a size: how much a position is opened with'),
    market_position: createPositionField(
      'The strategy’s position after the signal; `flat` closes exactly what is held',
    ),
    prev_market_position: createPositionField('The strategy’s position before the signal'),
    position_size: createDecimalField('Send position_size as a number or as text')
      .optional()
      .describe('The size of the strategy’s position after the signal'),
    contracts: createDecimalField('Send contracts as a number or as text')
      .optional()
      .describe(
        'The size of the strategy’s own order; with `position_size`, which part a signal closes that only reduces',
      ),
    stop: createLevelField('Closes the position at a loss'),
    takeProfit: createLevelField('Closes the position at a profit'),
    at: line(40).optional().describe('When the program decided, ISO 8601; a time in the future is refused'),
  }),
  output: z.object({
    status: z.literal('ok'),
    state: z
      .enum(['filled', 'waiting', 'refused'])
      .describe('A refused signal uses up its id: send another id to try again'),
    code: text.describe('Why it was refused; empty when it was not'),
    message: text,
    again: z.boolean().describe('The id was used before; this is its first result'),
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
  about: 'The investor’s own trading now: money, open positions with their results, and waiting orders.',
  method: 'GET',
  who: 'investor',
  input: z.object({}),
  output: z.object({
    status: z.literal('ok'),
    equity: usdOutput.describe('Cash, profits that wait, and open results, less a deficit'),
    cash: usdOutput,
    margin: usdOutput.describe('Required by open positions'),
    removable: usdOutput.describe('What can be taken out now'),
    positions: z.array(
      z.object({
        symbol: text,
        side,
        size: text,
        entry: text.describe('The average price it was opened at'),
        price: text.describe('Our feed’s, now'),
        result: usdOutput.describe('What closing it now would bring'),
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
        price: text.describe('Empty for one at the market’s price'),
        ...levels,
        at,
      }),
    ),
  }),
  failure: 'number',
  example: {},
});
