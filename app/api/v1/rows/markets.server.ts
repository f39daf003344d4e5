import { z } from 'zod';
import { isTradedOnFeed } from '~/features/copying/quotes/prices.server';
import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { INSTRUMENTS, type Instrument, instrumentOf } from '~/market/instruments';
import { now } from '~/platform/clock';
import { done, refuse } from '~/platform/result';
import { contractOf, marketOpensAt, priceInstant } from '~/trading/contracts';
import { readCall } from '../call.server';
import { decimal, iso, isoOrNull, percentOf, text, time } from '../fields';

const tag = 'Markets';
const symbol = z.string().min(1).max(40).describe('The id or symbol of an instrument, as in BTCUSD');

const INSTRUMENT = z
  .object({
    id: text,
    symbol: text,
    name: text,
    market: z.enum(['forex', 'crypto', 'index', 'future', 'stock', 'commodity', 'bond']),
    isTraded: z.boolean().describe('It can be traded here'),
    spreadPercent: z.number().nullable().describe('Percent of the price, for one way in and out'),
    highestLeverage: z.number().int().nullable(),
    hours: z
      .array(z.object({ opens: text, closes: text }))
      .nullable()
      .describe('Open hours of a week in UTC, as in Monday 14:30; null for a market that never closes'),
    opensAt: time.nullable().describe('When a closed market opens; null while it is open'),
  })
  .meta({ id: 'Instrument' });

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** First Sunday after 1970-01-01, in milliseconds: start of the week whose hours are listed. */
const A_SUNDAY = Date.UTC(1970, 0, 4);

function inWeek(ms: number): string {
  const at = new Date(A_SUNDAY + ms);
  return `${DAYS[at.getUTCDay()]} ${at.toISOString().slice(11, 16)}`;
}

function instrumentShown({ id, symbol: named, name, kind }: Instrument) {
  const contract = contractOf(id);
  return {
    id,
    symbol: named,
    name,
    market: kind,
    isTraded: contract !== undefined && isTradedOnFeed(id),
    spreadPercent: contract ? percentOf(Number(contract.spreadBps)) : null,
    highestLeverage: contract ? Number(contract.maxLeverage) : null,
    hours: contract?.hours?.map(([from, to]) => ({ opens: inWeek(from), closes: inWeek(to) })) ?? null,
    opensAt: contract ? isoOrNull(marketOpensAt(id, now())) : null,
  };
}

const PRICE = z
  .object({
    instrument: text,
    price: decimal,
    at: time.describe('The instant that it stood'),
    source: z.enum(['simulated', 'exchange', 'central bank']),
  })
  .meta({ id: 'Price' });

function priceOf(instrument: Instrument) {
  const quote = marketFeed().quote(instrument, priceInstant(instrument.id, now()));
  if (!quote) return [];
  const price = quote.price.toFixed(instrument.digits);
  return [{ instrument: instrument.id, price, at: iso(quote.at), source: quote.source }];
}

const noInstrument = () => refuse('not-found', 'There is no such instrument.', 'symbol');

const MAX_CANDLES = 400;

export const MARKET_CALLS = [
  readCall({
    operation: 'listInstruments',
    path: 'instruments',
    tag,
    about: 'The instruments that have prices here, with their hours and spreads.',
    output: z.object({ data: z.array(INSTRUMENT) }),
    answer: async () => done({ data: INSTRUMENTS.map(instrumentShown) }),
  }),
  readCall({
    operation: 'getInstrument',
    path: 'instruments/{symbol}',
    tag,
    about: 'One instrument.',
    input: z.object({ symbol }),
    output: INSTRUMENT,
    example: { symbol: 'BTCUSD' },
    answer: async ({ input }) => {
      const found = instrumentOf(input.symbol);
      return found ? done(instrumentShown(found)) : noInstrument();
    },
  }),
  readCall({
    operation: 'listPrices',
    path: 'prices',
    tag,
    about: 'The newest prices; of a closed market the last one.',
    input: z.object({ of: z.string().max(1_000).optional().describe('Ids with commas between; all without it') }),
    output: z.object({ data: z.array(PRICE) }),
    example: { of: 'BTCUSD,EURUSD' },
    answer: async ({ input: { of } }) => {
      const asked = of === undefined ? INSTRUMENTS : of.split(',').flatMap((each) => instrumentOf(each) ?? []);
      return done({ data: [...new Set(asked)].flatMap(priceOf) });
    },
  }),
  readCall({
    operation: 'listCandles',
    path: 'instruments/{symbol}/candles',
    tag,
    about: 'The newest candles of an instrument, oldest first; the last one may still be forming.',
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
      const found = instrumentOf(named);
      if (!found) return noInstrument();
      const written = (price: number) => price.toFixed(found.digits);
      const candles = marketFeed().candles(found, timeframe, limit, priceInstant(found.id, now()));
      return done({
        data: candles.map(({ at, open, high, low, close }) => ({
          at: iso(at),
          open: written(open),
          high: written(high),
          low: written(low),
          close: written(close),
        })),
      });
    },
  }),
];
