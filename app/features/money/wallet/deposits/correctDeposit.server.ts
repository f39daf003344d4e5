import { deposit } from '#drizzle/schema';
import { custody } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { claimPayment, findPaymentOnStatement } from '../internal/payments.server';
import { bookDeposit, notifyAndRewardDeposit, reverseDeposit } from './decideDeposit.server';

/**
 * Payment that actually arrived: its method, cents, hundred-millionths of the coin if known, and the transaction on the statement, used
 * if the deposit has none.
 */
type Arrived = { method: string; received: bigint; coin: bigint | null; onStatement: string | null; reason: string };

/** Reverses a deposit that was approved with a wrong amount, and credits the right one instead. */
export async function correctDeposit(
  tx: Handle,
  by: Actor,
  id: string,
  { method, received, coin, onStatement, reason }: Arrived,
): Promise<Result<PostedJournal & { depositId: string }>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const [found] = await verified(tx, deposit, { id });
  if (found?.status !== 'approved' || found.received === null)
    return refuse('not-approved', 'That deposit is not approved or was reversed. Nothing was changed.');
  if (found.received === received && found.method === method)
    return refuse('same-amount', `It was credited with ${formatUsd(received)}. Nothing was changed.`, 'amount');
  const { userId } = found;
  const corrected = {
    ...found,
    id: newId(),
    method,
    received,
    coinReceived: coin,
    transactionId: found.transactionId ?? (await findPaymentOnStatement(tx, method, onStatement)),
    reason,
    decidedAt: now(),
  };
  const depositId = corrected.id;
  await tx.insert(deposit).values(corrected);
  const details = { received: formatUsd(received), 'instead of': `${formatUsd(found.received)} (deposit ${id})` };
  const about = { thing: 'deposit', thingId: depositId, event: 'approve', to: 'approved' };
  await record(tx, { ...about, by, userId, reason, details });
  // Credits first, so that the reversal debits the owner by the difference only.
  const posted = await bookDeposit(tx, by, corrected, custody(corrected.method));
  const reversed = await reverseDeposit(tx, by, id, reason);
  if (!reversed.ok) {
    if (reversed.error.code !== 'spent') return reversed;
    const has = (await readBalances(tx, userId)).available - received;
    return refuse(
      'spent',
      `The user has ${formatUsd(has)} available, less than the ${formatUsd(found.received - received)} credited too much. Nothing was changed.`,
    );
  }
  if (corrected.transactionId) {
    const claimed = await claimPayment(tx, corrected.transactionId, { depositId, field: 'transactionId' });
    if (!claimed.ok) return claimed;
  }
  await notifyAndRewardDeposit(tx, corrected);
  return done({ ...posted, depositId });
}
