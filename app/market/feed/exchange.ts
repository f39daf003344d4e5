import { z } from 'zod';
import { DAY, HOUR } from '~/platform/clock';
import type { Instrument } from '../instruments';
import type { Candle } from './feed';

/* Public JSON of an exchange: decimals as text, times in milliseconds. Coins are quoted in a dollar token, which counts as the dollar. */

export type CoinTicker = { price: number; dayAgo: number; at: Date };

export const coinSymbol = ({ id, kind }: Instrument): string | null => (kind === 'crypto' ? `${id}T` : null);

const priceText = z.coerce.number().positive().finite().lt(1e9);

const tickerSchema = z.object({
  symbol: z.string(),
  lastPrice: priceText,
  openPrice: priceText,
  closeTime: z.number().int(),
});

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
    const before = tickers.get(symbol)?.at.getTime() ?? 0;
    if (closeTime > time + HOUR || closeTime < time - 30 * DAY) continue;
    // A stored answer with a future time was received before the clock was set back, and does not exclude later ones.
    if (closeTime < before && before <= time) continue;
    tickers.set(symbol, { price: lastPrice, dayAgo: openPrice, at: new Date(Math.min(closeTime, time)) });
    understood += 1;
  }
  if (!understood) throw new Error('no ticker was understood');
  return tickers;
}

const candleSchema = z
  .tuple([z.number().int(), priceText, priceText, priceText, priceText])
  .rest(z.unknown())
  .refine(([, open, high, low, close]) => high >= Math.max(open, close) && low <= Math.min(open, close));

/**
 * Parses candles in order, and skips those older than `known`. Throws for a response with more invalid candles than
 * valid ones.
 */
export function readCandles(body: string, known: readonly Candle[] | null, time: number): Candle[] {
  const entries = z.array(z.unknown()).min(1).parse(JSON.parse(body));
  const candles: Candle[] = [];
  for (const entry of entries) {
    const parsed = candleSchema.safeParse(entry);
    if (!parsed.success) continue;
    const [opened, open, high, low, close] = parsed.data;
    if (opened > time + HOUR || opened <= (candles.at(-1)?.at.getTime() ?? 0)) continue;
    candles.push({ at: new Date(opened), open, high, low, close });
  }
  const last = candles.at(-1);
  if (!last || candles.length * 2 <= entries.length) throw new Error('candles that contradict each other');
  if (last.at < (known?.at(-1)?.at ?? last.at)) throw new Error('candles older than those known');
  return candles;
}
