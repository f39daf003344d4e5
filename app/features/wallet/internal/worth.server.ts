import { readCoinAmount } from '~/ledger/coinAmount';
import { marketFeed } from '~/market/feed/index.server';
import { mustInstrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { coinNamed, inCoin, pricedAs } from './coins';

/** An amount of a coin, and the instant of the price it was computed with; null for a coin that stands for a dollar. */
export type Worth = { amount: string; at: Date | null };

/** Returns how much of a method's coin some cents are at its newest price, hundred-millionths; null without a price. */
export function unitsWorth(method: string, cents: bigint): bigint | null {
  const worth = worthOf(coinNamed(method), cents);
  return worth && readCoinAmount(worth.amount);
}

/** About how much of a coin some cents are, at its newest price; null without a price. */
export function worthOf(coin: string, cents: bigint): Worth | null {
  const instrument = pricedAs(coin);
  if (!instrument) return { amount: inCoin(cents, 1), at: null };
  const quote = marketFeed().quote(mustInstrument(instrument), now());
  return quote && quote.price > 0 ? { amount: inCoin(cents, quote.price), at: quote.at } : null;
}
