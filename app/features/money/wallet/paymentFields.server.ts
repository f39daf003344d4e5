import { isPaper } from '~/platform/env';
import { coinOf } from './internal/coins';
import { practiceId, transactionIdWords } from './transactionIds';

export type IdField = { hint?: string; practice?: string };

/** Returns the field for the id of a payment. In paper mode, where nothing is paid, it is filled with an id of practice. */
export const idField = (network: string | null, of: string): IdField =>
  isPaper() ? { practice: practiceId(of) } : { hint: transactionIdWords(network) };

/** In which coin an amount is entered, null for a method that has none that is known, and what stands in the field at first. */
export type CoinToEnter = { coin: string | null; filled?: string };

export const coinToEnter = (code: string, network: string | null): CoinToEnter => ({
  coin: network === null ? null : (coinOf({ code, network })?.coin ?? null),
});
