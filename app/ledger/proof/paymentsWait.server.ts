import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import {
  findUnresolvedRestore,
  findUnresolvedRestoreIn,
  type UnresolvedRestore,
} from '~/platform/installation/restored.server';
import { type Result, refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { getNewestHead, isInChain } from './heads.server';

/* After a restore, requests that were already paid seem payable again. In live mode payments wait until two administrators have checked
   them. */

/**
 * Reason why payments wait in live mode: an unresolved restore, or a database that was replaced by an older one without
 * `npm run restore`.
 */
export type PaymentBlock = { kind: 'restored'; restore: UnresolvedRestore } | { kind: 'put-back'; headStoredAt: Date };

/**
 * Returns the reason why payments wait, for a transaction that depends on it; null if they do not wait. Throws
 * `AlteredRowError` for an altered record.
 */
export async function findPaymentBlockIn(tx: Handle): Promise<PaymentBlock | null> {
  return isPaper() ? null : await paymentBlockOf(tx, await findUnresolvedRestoreIn(tx));
}

/** Returns the reason why payments wait, for pages and metrics; null if they do not wait. */
export async function getPaymentBlock(): Promise<PaymentBlock | null> {
  return isPaper() ? null : await paymentBlockOf(read(), await findUnresolvedRestore());
}

async function paymentBlockOf(handle: Reader, restore: UnresolvedRestore | null): Promise<PaymentBlock | null> {
  if (restore) return { kind: 'restored', restore };
  const noted = await unknownHeadTime(handle);
  return noted && { kind: 'put-back', headStoredAt: noted };
}

export const describePaymentBlock = (wait: PaymentBlock): string =>
  wait.kind === 'put-back'
    ? `Payments wait: the database is older than the record outside it of ${utcText(wait.headStoredAt)}, as if it had been restored by hand. See "Restore" in the manual.`
    : `Payments wait: the database was restored, and the payments since ${utcText(wait.restore.since)} are unknown. Two administrators must check them under Restores.`;

/** Refuses (`payments-wait`) an act that lets money leave while payments wait; otherwise returns null. */
export async function refuseWhilePaymentsWait(tx: Handle): Promise<Result<never> | null> {
  const wait = await findPaymentBlockIn(tx);
  return wait && refuse('payments-wait', `${describePaymentBlock(wait)} Nothing was changed.`);
}

/** Returns the time at which the newest head was recorded, if the database lacks that seal; null otherwise. */
async function unknownHeadTime(handle: Reader): Promise<Date | null> {
  const head = getNewestHead();
  return !head || (await isInChain(handle, head)) ? null : new Date(head.at);
}

/** Metrics about waiting payments for `/metrics`. */
export const PAYMENT_METRICS = [
  {
    name: 'mirrorbook_payments_wait',
    help: '1 while nothing is paid because a restore has to be gone through',
    read: async () => ((await getPaymentBlock()) ? 1 : 0),
  },
];
