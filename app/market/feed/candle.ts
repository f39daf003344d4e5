import type { Candle, Quote } from './feed';

/** Returns the newest candle updated by a price; `step` is the duration of a candle, milliseconds. */
export function updateCandle(candle: Candle, { price, at }: Pick<Quote, 'price' | 'at'>, step: number): Candle {
  const began = new Date(Math.floor(at.getTime() / step) * step);
  if (began < candle.at) return candle;
  if (began > candle.at) return { at: began, open: price, high: price, low: price, close: price };
  return { ...candle, high: Math.max(candle.high, price), low: Math.min(candle.low, price), close: price };
}

/** Updates a relative change, measured at one price, to a newer price; null stays null. */
export const updateChange = (change: number | null, measured: Quote | null, newer: Quote | null): number | null =>
  change === null || !measured || !newer ? change : (newer.price / measured.price) * (1 + change) - 1;
