import { createHash } from 'node:crypto';

/** The id of a payment that a name stands for: a hash, as Bitcoin and Tron write it. */
export const transactionOf = (name: string): string => createHash('sha256').update(name).digest('hex');
