import type { Candle, Quote } from '~/market/feed/feed';

/** Returns the newest candle after a price; `step` is how long a candle lasts, milliseconds. */
export function withPrice(candle: Candle, { price, at }: Pick<Quote, 'price' | 'at'>, step: number): Candle {
  const began = new Date(Math.floor(at.getTime() / step) * step);
  if (began < candle.at) return candle;
  if (began > candle.at) return { at: began, open: price, high: price, low: price, close: price };
  return { ...candle, high: Math.max(candle.high, price), low: Math.min(candle.low, price), close: price };
}

/** A change as a fraction, carried on from the price it was measured at to a newer one; null where there was none. */
export const changeAt = (change: number | null, measured: Quote | null, newer: Quote | null): number | null =>
  change === null || !measured || !newer ? change : (newer.price / measured.price) * (1 + change) - 1;
