/** What a call writes down that names no reference of its own; any number of payments may have it. */
export const NO_REFERENCE = 'Paid by management';

/**
 * A payment's reference without what spellings of the same one differ in: spaces, letter case, a leading `0x`.
 * @param reference as an administrator typed it
 */
export const referenceKey = (reference: string): string =>
  reference.normalize('NFKC').replace(/\s/g, '').toLowerCase().replace(/^0x/, '');
