import { isPaper } from '~/platform/env';
import { practiceId, transactionIdWords } from './transactionIds';

/** How the field for the id of a payment explains itself, and what it holds at first. */
export type IdField = { hint: string; practice?: string };

/**
 * The field for the id of a payment over a network. In paper mode, where nothing is paid, it brings an id of practice along.
 * @param of the id of the deposit or withdrawal
 */
export const idField = (network: string | null, of: string): IdField => ({
  hint: transactionIdWords(network),
  ...(isPaper() && { practice: practiceId(of) }),
});
