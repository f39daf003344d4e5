import { isPaper } from '~/platform/env';
import { coinOf } from './internal/coins';
import { describeTransactionId, practiceId } from './transactionIds';

export type IdField = { hint?: string; practice?: string };

/** Returns the field for the id of a payment. In paper mode, which has no payments, it is filled with a practice id. */
export const idField = (network: string | null, of: string): IdField =>
  isPaper() ? { practice: practiceId(of) } : { hint: describeTransactionId(network) };

/** Coin in which an amount is entered, null if unknown, and the initial value of the field. */
export type CoinToEnter = { coin: string | null; filled?: string };

export const coinToEnter = (code: string, network: string | null): CoinToEnter => ({
  coin: network === null ? null : (coinOf({ code, network })?.coin ?? null),
});
