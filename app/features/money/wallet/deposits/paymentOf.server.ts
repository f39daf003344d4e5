import { writeCoinAmount } from '~/ledger/coinAmount';
import { qrCodeOf } from '~/platform/images/qrCode.server';
import { coinOf, paymentRequest } from '../internal/coins';
import { coinWorthOf } from '../internal/worth.server';
import type { DepositMethod } from './depositQueries.server';

/** Returns the coin of a payment, its amount (approximate without an exact `asked`) and its QR code. */
export function paymentOf(method: DepositMethod, cents: bigint, asked: bigint | null = null) {
  const coin = coinOf(method);
  const about = coin && coinWorthOf(coin.coin, cents);
  const worth = about && asked !== null ? { ...about, amount: writeCoinAmount(asked) } : about;
  const request = paymentRequest(method, worth?.amount ?? null);
  return { coin, worth, code: qrCodeOf(request) };
}

export type DepositPayment = ReturnType<typeof paymentOf>;
