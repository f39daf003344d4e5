import { isPaper } from '~/platform/env';
import { coinOf } from './internal/coins';
import { describeTransactionId, practiceId } from './transactionIds';

export type IdField = { hint?: string; practice?: string };

/** Returns the field for a payment ID. In paper mode it is filled with a practice ID, since there are no real payments. */
export const idField = (network: string | null, of: string): IdField =>
  isPaper() ? { practice: practiceId(of) } : { hint: describeTransactionId(network) };

/** Coin of an amount field (null if unknown), and the field's initial value. */
export type CoinToEnter = { coin: string | null; filled?: string };

export const coinToEnter = (code: string, network: string | null): CoinToEnter => ({
  coin: network === null ? null : (coinOf({ code, network })?.coin ?? null),
});
