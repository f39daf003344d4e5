import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { restoreIn, standingRestore, type UnresolvedRestore } from '~/platform/installation/restored.server';
import { type Result, refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { isInChain, newestHead } from './heads.server';

/* After a restore, requests that were already paid seem payable again. In live mode payments wait until two administrators have checked
   them. */

/** Reason for which payments wait in live mode: an unresolved restore, or a database that was put back by other means. */
export type PaymentsWait = { kind: 'restored'; restore: UnresolvedRestore } | { kind: 'put-back'; noted: Date };

/** Returns the reason in a transaction that depends on it; null for none. Throws `AlteredRowError` for an altered record. */
export async function paymentsWaitIn(tx: Handle): Promise<PaymentsWait | null> {
  return isPaper() ? null : await waitFor(tx, await restoreIn(tx));
}

/** Returns the current reason, for pages and metrics; null for none. */
export async function paymentsWait(): Promise<PaymentsWait | null> {
  return isPaper() ? null : await waitFor(read(), await standingRestore());
}

async function waitFor(handle: Reader, restore: UnresolvedRestore | null): Promise<PaymentsWait | null> {
  if (restore) return { kind: 'restored', restore };
  const noted = await putBackAt(handle);
  return noted && { kind: 'put-back', noted };
}

export const describePaymentsWait = (wait: PaymentsWait): string =>
  wait.kind === 'put-back'
    ? `Payments wait: the database is older than what was noted outside it on ${utcText(wait.noted)}, as if it had been put back by hand. See "Restore" in the manual.`
    : `Payments wait: the database was restored, and what was paid since ${utcText(wait.restore.since)} is not known. Two administrators go through it under Restores.`;

/** Refuses (`payments-wait`) acts that let money leave while payments wait; null otherwise. */
export async function refuseWhilePaymentsWait(tx: Handle): Promise<Result<never> | null> {
  const wait = await paymentsWaitIn(tx);
  return wait && refuse('payments-wait', `${describePaymentsWait(wait)} Nothing was changed.`);
}

/** Returns when the newest head was stored outside the database if the database lacks that seal; null otherwise. */
async function putBackAt(handle: Reader): Promise<Date | null> {
  const head = newestHead();
  return !head || (await isInChain(handle, head)) ? null : new Date(head.at);
}

/** Metrics about waiting payments for `/metrics`. */
export const PAYMENTS_FIGURES = [
  {
    name: 'mirrorbook_payments_wait',
    help: '1 while nothing is paid because a restore has to be gone through',
    read: async () => ((await paymentsWait()) ? 1 : 0),
  },
];
