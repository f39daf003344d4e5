import { z } from 'zod';
import { isTradedOnFeed } from '~/features/copying/quotes/prices.server';
import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { findInstrumentByName, INSTRUMENTS, type Instrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { done, refuse } from '~/platform/result';
import { contractOf, marketOpensAt, priceInstant } from '~/trading/contracts';
import { defineReadCall } from '../call.server';
import { decimal, isoOrNull, percentOf, text, time, toIsoTime } from '../fields';

const tag = 'Markets';
const symbol = z.string().min(1).max(40).describe('The ID or symbol of an instrument, such as BTCUSD');

const instrumentSchema = z
  .object({
    id: text,
    symbol: text,
    name: text,
    market: z.enum(['forex', 'crypto', 'index', 'future', 'stock', 'commodity', 'bond']),
    isTraded: z.boolean().describe('Whether it can be traded'),
    spreadPercent: z.number().nullable().describe('Cost of one round trip, percent of the price'),
    highestLeverage: z.number().int().nullable(),
    hours: z
      .array(z.object({ opens: text, closes: text }))
      .nullable()
      .describe('Opening hours of the week in UTC, such as Monday 14:30; null for a market that never closes'),
    opensAt: time.nullable().describe('When a closed market opens; null while it is open'),
  })
  .meta({ id: 'Instrument' });

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** First Sunday after 1970-01-01, in milliseconds: start of the week whose hours are listed. */
const FIRST_SUNDAY_MS = Date.UTC(1970, 0, 4);

function formatWeekTime(ms: number): string {
  const at = new Date(FIRST_SUNDAY_MS + ms);
  return `${WEEKDAY_NAMES[at.getUTCDay()]} ${at.toISOString().slice(11, 16)}`;
}

function toInstrumentAnswer({ id, symbol: named, name, kind }: Instrument) {
  const contract = contractOf(id);
  return {
    id,
    symbol: named,
    name,
    market: kind,
    isTraded: contract !== undefined && isTradedOnFeed(id),
    spreadPercent: contract ? percentOf(Number(contract.spreadBps)) : null,
    highestLeverage: contract ? Number(contract.maxLeverage) : null,
    hours: contract?.hours?.map(([from, to]) => ({ opens: formatWeekTime(from), closes: formatWeekTime(to) })) ?? null,
    opensAt: contract ? isoOrNull(marketOpensAt(id, now())) : null,
  };
}

const priceSchema = z
  .object({
    instrument: text,
    price: decimal,
    at: time.describe('The time of the price'),
    source: z.enum(['simulated', 'exchange', 'central bank']),
  })
  .meta({ id: 'Price' });

function toPriceAnswers(instrument: Instrument) {
  const quote = marketFeed().quote(instrument, priceInstant(instrument.id, now()));
  if (!quote) return [];
  const price = quote.price.toFixed(instrument.digits);
  return [{ instrument: instrument.id, price, at: toIsoTime(quote.at), source: quote.source }];
}

const refuseUnknownInstrument = () => refuse('not-found', 'There is no such instrument.', 'symbol');

const MAX_CANDLES = 400;

export const MARKET_CALLS = [
  defineReadCall({
    operation: 'listInstruments',
    path: 'instruments',
    tag,
    about: 'The instruments with prices, and their hours and spreads.',
    output: z.object({ data: z.array(instrumentSchema) }),
    answer: async () => done({ data: INSTRUMENTS.map(toInstrumentAnswer) }),
  }),
  defineReadCall({
    operation: 'getInstrument',
    path: 'instruments/{symbol}',
    tag,
    about: 'One instrument.',
    input: z.object({ symbol }),
    output: instrumentSchema,
    example: { symbol: 'BTCUSD' },
    answer: async ({ input }) => {
      const found = findInstrumentByName(input.symbol);
      return found ? done(toInstrumentAnswer(found)) : refuseUnknownInstrument();
    },
  }),
  defineReadCall({
    operation: 'listPrices',
    path: 'prices',
    tag,
    about: 'The latest prices; of a closed market the last one.',
    input: z.object({ of: z.string().max(1_000).optional().describe('IDs separated by commas; all if omitted') }),
    output: z.object({ data: z.array(priceSchema) }),
    example: { of: 'BTCUSD,EURUSD' },
    answer: async ({ input: { of } }) => {
      const input = of === undefined ? INSTRUMENTS : of.split(',').flatMap((each) => findInstrumentByName(each) ?? []);
      return done({ data: [...new Set(input)].flatMap(toPriceAnswers) });
    },
  }),
  defineReadCall({
    operation: 'listCandles',
    path: 'instruments/{symbol}/candles',
    tag,
    about: 'The latest candles of an instrument, oldest first; the last one may be incomplete.',
    input: z.object({
      symbol,
      timeframe: z.enum(Object.keys(TIMEFRAMES_MS) as [Timeframe, ...Timeframe[]]).default('1h'),
      limit: z.coerce.number().int().min(1).max(MAX_CANDLES).default(100),
    }),
    output: z.object({
      data: z.array(
        z.object({ at: time, open: decimal, high: decimal, low: decimal, close: decimal }).meta({ id: 'Candle' }),
      ),
    }),
    example: { symbol: 'BTCUSD', timeframe: '1h' },
    answer: async ({ input: { symbol: named, timeframe, limit } }) => {
      const found = findInstrumentByName(named);
      if (!found) return refuseUnknownInstrument();
      const written = (price: number) => price.toFixed(found.digits);
      const candles = marketFeed().candles(found, timeframe, limit, priceInstant(found.id, now()));
      return done({
        data: candles.map(({ at, open, high, low, close }) => ({
          at: toIsoTime(at),
          open: written(open),
          high: written(high),
          low: written(low),
          close: written(close),
        })),
      });
    },
  }),
];
