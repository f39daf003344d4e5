import { type AccountRef, custody, unidentified } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseWhilePaymentsWait } from '~/ledger/proof/paymentsWait.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, actorText } from '~/platform/states';
import { methodText } from '~/platform/text/methodText';

type Booked = {
  /** The line of the statement that tells of it. */
  line: string;
  /** The line that brought the money. */
  receipt: string;
  method: string;
  /** Cents. */
  amount: bigint;
  reason: string;
};

/** Posts money that arrived from somebody unknown, or that was sent back to them; the caller has asked who may. A line is posted once. */
export async function bookReceipt(
  tx: Handle,
  by: Actor,
  kind: 'receipt-held' | 'receipt-returned',
  { line, receipt, method, amount, reason }: Booked,
): Promise<Result<PostedJournal>> {
  const isHeld = kind === 'receipt-held';
  const waits = isHeld ? null : await refuseWhilePaymentsWait(tx);
  if (waits) return waits;
  const sides: { debit: AccountRef; credit: AccountRef } = isHeld
    ? { debit: custody(method), credit: unidentified(receipt) }
    : { debit: unidentified(receipt), credit: custody(method) };
  const head = { kind, ref: line, actor: actorText(by), approver: by.approver, reason, effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [{ ...sides, amount }] });
  if (posted.ok) return done(posted.value);
  if (posted.error.code === 'already-posted')
    return refuse('settled', 'This line was booked already. Nothing was changed.');
  const { account, balance } = posted.error;
  return account === unidentified(receipt).code
    ? refuse('more-than-held', `${formatUsd(balance)} of this receipt is held. Nothing was changed.`, 'amount')
    : refuse('short-custody', `Less than this is held in ${methodText(method)}. Nothing was changed.`, 'amount');
}
