import { writeCoinAmount } from '~/ledger/coinAmount';
import { createQrCode } from '~/platform/images/qrCode.server';
import { findCoinOfMethod, formatPaymentRequest } from '../internal/coins';
import { computeCoinWorth } from '../internal/worth.server';
import type { DepositMethod } from './depositQueries.server';

/** Returns the coin of a payment, its amount (approximate without an exact `requested`) and its QR code. */
export function describePayment(method: DepositMethod, cents: bigint, requested: bigint | null = null) {
  const coin = findCoinOfMethod(method);
  const about = coin && computeCoinWorth(coin.coin, cents);
  const worth = about && requested !== null ? { ...about, amount: writeCoinAmount(requested) } : about;
  const request = formatPaymentRequest(method, worth?.amount ?? null);
  return { coin, worth, code: createQrCode(request) };
}

export type DepositPayment = ReturnType<typeof describePayment>;
