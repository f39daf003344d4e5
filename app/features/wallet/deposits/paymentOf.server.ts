import { marketFeed } from '~/market/feed/index.server';
import { mustInstrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { qrCodeOf } from '~/platform/images/qrCode.server';
import { coinOf, inCoin, paymentRequest, pricedAs } from '../internal/coins';
import type { DepositMethod } from './depositQueries.server';

/**
 * How a payment is made: its coin, about how much of it at the newest price, and its QR code.
 * @param cents what is to be paid
 */
export function paymentOf(method: DepositMethod, cents: bigint) {
  const coin = coinOf(method);
  const worth = coin && worthOf(coin.coin, cents);
  const request = paymentRequest(method.address, coin?.coin ?? null, worth?.amount ?? null);
  return { coin, worth, code: qrCodeOf(request) };
}

/** An amount of a coin and the instant of the price it was computed with (null for a coin that stands for a dollar); null without a price. */
export function worthOf(coin: string, cents: bigint): { amount: string; at: Date | null } | null {
  const instrument = pricedAs(coin);
  if (!instrument) return { amount: inCoin(cents, 1), at: null };
  const quote = marketFeed().quote(mustInstrument(instrument), now());
  return quote && quote.price > 0 ? { amount: inCoin(cents, quote.price), at: quote.at } : null;
}

export type Payment = ReturnType<typeof paymentOf>;
