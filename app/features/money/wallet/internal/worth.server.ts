import { readCoinAmount } from '~/ledger/coinAmount';
import { TIMEFRAMES_MS } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { requireInstrument } from '~/market/instruments';
import { MINUTE, now } from '~/platform/clock';
import { getCoinCode } from '~/platform/networks/lookups';
import { formatCoinAmountOf, getPriceInstrument } from './coins';

/** Coin amount with the time of the price used; the time is null for a dollar coin. */
export type CoinWorth = { amount: string; at: Date | null };

/** Converts cents to a method's coin at its newest price, in hundred-millionths; null without a price. */
export function convertToUnits(method: string, cents: bigint): bigint | null {
  const worth = computeCoinWorth(getCoinCode(method), cents);
  return worth && readCoinAmount(worth.amount);
}

export function computeCoinWorth(coin: string, cents: bigint): CoinWorth | null {
  const instrument = getPriceInstrument(coin);
  if (!instrument) return { amount: formatCoinAmountOf(cents, 1), at: null };
  const quote = marketFeed().quote(requireInstrument(instrument), now());
  return quote && quote.price > 0 ? { amount: formatCoinAmountOf(cents, quote.price), at: quote.at } : null;
}

/** Longest time between an instant and the quote used as its price, milliseconds. */
const PRICE_MAX_DISTANCE_MS = 5 * MINUTE;
const CANDLES = 400;

/** Returns the worth of a coin amount at an instant, cents; null without a known price. */
export function computeCentsAt(coin: string, units: bigint, at: Date): bigint | null {
  const price = findPriceAt(coin, at);
  return price === null ? null : BigInt(Math.round((Number(units) * price) / 1_000_000));
}

/** Returns the dollar price of one coin at an instant, from a quote of that time or else the shortest candle that contains it. */
function findPriceAt(coin: string, at: Date): number | null {
  const name = getPriceInstrument(coin);
  if (!name) return 1;
  const instrument = requireInstrument(name);
  const quote = marketFeed().quote(instrument, at);
  if (quote && quote.price > 0 && Math.abs(quote.at.getTime() - at.getTime()) <= PRICE_MAX_DISTANCE_MS)
    return quote.price;
  for (const timeframe of ['1m', '5m', '1h'] as const) {
    const candle = marketFeed()
      .candles(instrument, timeframe, CANDLES, now())
      .find((each) => each.at <= at && at.getTime() < each.at.getTime() + TIMEFRAMES_MS[timeframe]);
    if (candle) return candle.close;
  }
  return null;
}
