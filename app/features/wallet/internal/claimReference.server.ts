import { eq } from 'drizzle-orm';
import { paymentReference, user, withdrawal } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { dayText } from '~/platform/text/dayText';
import { NO_REFERENCE, referenceKey } from '../referenceKey';

/**
 * Keeps a payment's reference for one withdrawal; refused, naming the other withdrawal, when it has been given before.
 * @param reference as typed; `NO_REFERENCE` is kept for none
 */
export async function claimReference(tx: Handle, withdrawalId: string, reference: string): Promise<Result<null>> {
  if (reference === NO_REFERENCE) return done(null);
  const key = referenceKey(reference);
  const kept = await tx
    .insert(paymentReference)
    .values({ key, withdrawalId })
    .onConflictDoNothing()
    .returning({ key: paymentReference.key });
  if (kept.length > 0) return done(null);
  const [other] = await tx
    .select({ paid: withdrawal, first: user.firstName, last: user.lastName })
    .from(paymentReference)
    .innerJoin(withdrawal, eq(withdrawal.id, paymentReference.withdrawalId))
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .where(eq(paymentReference.key, key));
  if (!other) throw new Error(`The reference ${key} is kept for no withdrawal`);
  const { id, amount, fee, paidAt } = other.paid;
  const on = paidAt ? ` on ${dayText(paidAt)}` : '';
  const message =
    `This reference paid ${other.first} ${other.last} ${formatUsd(amount - fee)}${on} (withdrawal ${id}). ` +
    'If one transaction pays several withdrawals, add the number of its output, as in abc123:1.';
  return refuse('reference-used', message, 'reference');
}
