import { isPaper } from '~/platform/env';
import { findCoinOfMethod } from './internal/coins';
import { createPracticeId, describeTransactionId } from './transactionIds';

export type IdField = { hint?: string; practice?: string };

/** Returns the field for a payment ID. In paper mode it is filled with a practice ID, since there are no real payments. */
export const createIdField = (network: string | null, of: string): IdField =>
  isPaper() ? { practice: createPracticeId(of) } : { hint: describeTransactionId(network) };

/** Coin of an amount field (null if unknown), and the field's initial value. */
export type CoinToEnter = { coin: string | null; filled?: string };

export const createCoinToEnter = (code: string, network: string | null): CoinToEnter => ({
  coin: network === null ? null : (findCoinOfMethod({ code, network })?.coin ?? null),
});
