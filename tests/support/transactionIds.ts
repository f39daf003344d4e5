import { createHash } from 'node:crypto';

/** Returns the ID of a payment for a name: a hash, as Bitcoin and Tron write it. */
export const transactionOf = (name: string): string => createHash('sha256').update(name).digest('hex');
