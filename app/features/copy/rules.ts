import { smaller } from '~/ledger/money';

/** What is in a copy now, cents: put in less taken out, and what came of it. Equals its ledger account. */
export const equityOf = ({ contributed, result }: { contributed: bigint; result: bigint }): bigint =>
  contributed + result;

/**
 * A leader's closed result as it reaches a copy, cents, without sign: `amount x equity / capital`, toward zero to the cent;
 * a loss is never more than the copy holds.
 * @param equity the copy's, before it
 * @param capital the leader's, more than zero
 */
export function mirroredShare(
  { amount, type }: { amount: bigint; type: 'profit' | 'loss' },
  equity: bigint,
  capital: bigint,
): bigint {
  const share = (amount * equity) / capital;
  return type === 'loss' ? smaller(share, equity) : share;
}
