import { z } from 'zod';
import { DAY, HOUR } from '~/platform/clock';
import { type Instrument, ofKind } from '../instruments';
import type { Candle } from './feed';

/*
 * An exchange's public JSON: prices are decimal texts, times are milliseconds, and coins are quoted in a dollar token,
 * which stands for the dollar here.
 */

/** A coin's price now and a day ago. */
export type CoinTicker = { price: number; dayAgo: number; at: Date };

/** What the exchange calls a coin of ours; null for what is none. */
export const coinSymbol = ({ id, kind }: Instrument): string | null => (kind === 'crypto' ? `${id}T` : null);

/** Where an exchange gives the tickers of all our coins, in one answer. */
export const tickersUrl = (exchange: string): string =>
  `${exchange}/api/v3/ticker/24hr?symbols=${encodeURIComponent(JSON.stringify(ofKind('crypto').map(coinSymbol)))}`;

const price = z.coerce.number().positive().finite().lt(1e9);

const tickerSchema = z.object({ symbol: z.string(), lastPrice: price, openPrice: price, closeTime: z.number().int() });

/**
 * Understands the 24-hour tickers. A coin that is nonsense, from the future, or older than what is known of it keeps
 * what is known.
 * @param time the machine's, milliseconds
 */
export function readTickers(
  body: string,
  known: ReadonlyMap<string, CoinTicker> | null,
  time: number,
): Map<string, CoinTicker> {
  const list = z.array(z.unknown()).min(1).parse(JSON.parse(body));
  const tickers = new Map(known);
  let understood = 0;
  for (const entry of list) {
    const parsed = tickerSchema.safeParse(entry);
    if (!parsed.success) continue;
    const { symbol, lastPrice, openPrice, closeTime } = parsed.data;
    const before = tickers.get(symbol);
    if (closeTime > time + HOUR || closeTime < time - 30 * DAY || closeTime < (before?.at.getTime() ?? 0)) continue;
    tickers.set(symbol, { price: lastPrice, dayAgo: openPrice, at: new Date(closeTime) });
    understood += 1;
  }
  if (!understood) throw new Error('no ticker was understood');
  return tickers;
}

const candleSchema = z.tuple([z.number().int(), price, price, price, price]).rest(z.unknown());

/** Understands candles (`[opened, open, high, low, close, ...]`): whole, in order, and no older than what is known. */
export function readCandles(body: string, known: readonly Candle[] | null, time: number): Candle[] {
  const candles = z
    .array(candleSchema)
    .min(1)
    .parse(JSON.parse(body))
    .map(([opened, open, high, low, close]) => ({ at: new Date(opened), open, high, low, close }));
  candles.forEach(({ at, open, high, low, close }, index) => {
    const later = candles[index + 1];
    if (high < Math.max(open, close) || low > Math.min(open, close)) throw new Error('a candle contradicts itself');
    if (later && later.at <= at) throw new Error('candles are out of order');
  });
  const last = candles.at(-1) as Candle;
  if (last.at.getTime() > time + HOUR) throw new Error('candles from the future');
  if (last.at < (known?.at(-1)?.at ?? last.at)) throw new Error('candles older than those known');
  return candles;
}
