import { writeCoinAmount } from '~/ledger/coinAmount';
import { qrCodeOf } from '~/platform/images/qrCode.server';
import { coinOf, paymentRequest } from '../internal/coins';
import { coinWorthOf } from '../internal/worth.server';
import type { DepositMethod } from './depositQueries.server';

/**
 * Returns how a payment is made: its coin, about how much of it at the newest price, and its QR code.
 * @param cents what is to be paid
 * @param asked how much of the coin is asked for, hundred-millionths; without it, about what the cents are
 */
export function paymentOf(method: DepositMethod, cents: bigint, asked: bigint | null = null) {
  const coin = coinOf(method);
  const about = coin && coinWorthOf(coin.coin, cents);
  const worth = about && asked !== null ? { ...about, amount: writeCoinAmount(asked) } : about;
  const request = paymentRequest(method, worth?.amount ?? null);
  return { coin, worth, code: qrCodeOf(request) };
}

export type DepositPayment = ReturnType<typeof paymentOf>;
