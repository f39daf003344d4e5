import { removeHiddenCharacters } from '~/platform/fields/copiedText';

/** Placeholder that earlier versions stored for a payment without a reference. */
export const OLD_NO_REFERENCE = 'Paid by management';

export const getRealReference = (reference: string | null): string | null =>
  reference === OLD_NO_REFERENCE ? null : reference;

/** Normalises a payment reference: removes spaces, case and a leading `0x`. */
export const normalizeReference = (reference: string): string =>
  removeHiddenCharacters(reference).normalize('NFKC').replace(/\s/g, '').toLowerCase().replace(/^0x/, '');

/** Returns the stored spellings of a transaction, since wallets show hexadecimal IDs with or without `0x`. */
export function listSpellings(transactionId: string): string[] {
  const bare = toStoredTransactionId(transactionId).replace(/^0x/, '');
  return [bare, `0x${bare}`];
}

/** Returns the stored form of a transaction ID: lower case if it is hexadecimal. */
export const toStoredTransactionId = (id: string): string => (/^(0x)?[0-9a-f]+$/i.test(id) ? id.toLowerCase() : id);

/** Removes the number of the output from a transaction ID (`abc123:1`). */
export const removeOutput = (transactionId: string): string => transactionId.replace(/:\d+$/, '');
