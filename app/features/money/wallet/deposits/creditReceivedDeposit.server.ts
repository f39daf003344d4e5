import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { createMarkSortKey } from '~/features/backoffice';
import { formatUsd } from '~/ledger/money';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { openUser, refuseUnlessMay } from '~/signIns/acting.server';
import { claimPayment, findPaymentOnStatement } from '../internal/payments.server';
import { listSpellings } from '../referenceKey';
import { approveDeposit, settleDeposit } from './decideDeposit.server';

/** Outcome of crediting received money. `announced` is true if the user had submitted the deposit. */
export type CreditedDeposit = PostedJournal & { depositId: string; announced: boolean };

/** Custody account for money that arrived by a method outside the catalogue. */
const MANUAL_CUSTODY = 'manual';

export type ReceiptOfDeposit = { line: string; method: string; transactionId: string | null; coin: bigint | null };

/**
 * Credits money that has arrived (cents). It settles the oldest pending deposit of exactly that amount, decidable ones first, or the one
 * with the transaction of `receipt`. Without such a deposit, it creates an approved one.
 */
export async function creditReceivedDeposit(
  tx: Handle,
  by: Actor,
  { userId, amount, reason, receipt }: { userId: string; amount: bigint; reason?: string; receipt?: ReceiptOfDeposit },
): Promise<Result<CreditedDeposit>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const open = await openUser(tx, userId);
  if (!open.ok) return open;
  const line = receipt?.line;
  const named = receipt && (await findPaymentOnStatement(tx, receipt.method, receipt.transactionId));
  const seen = receipt && { receipt: line, coin: receipt.coin ?? undefined, transactionId: named ?? undefined };
  const isMeant = receipt ? findPendingOf(receipt, amount) : eq(deposit.amount, amount);
  const meant = and(eq(deposit.userId, userId), eq(deposit.status, 'pending'), isMeant);
  const [announced] = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(meant)
    .orderBy(createMarkSortKey(deposit.id, by), asc(deposit.createdAt), asc(deposit.id))
    .limit(1);
  if (announced) {
    const approved = await approveDeposit(tx, by, announced.id, amount, reason, { ...seen, mayBeUnknown: true });
    return approved.ok ? done({ ...approved.value, depositId: announced.id, announced: true }) : approved;
  }

  const id = newId();
  const time = now();
  const approved = {
    id,
    userId,
    method: receipt?.method ?? MANUAL_CUSTODY,
    amount,
    received: amount,
    coinAmount: null,
    coinReceived: seen?.coin ?? null,
    proofFileId: null,
    transactionId: seen?.transactionId ?? null,
    status: 'approved',
    reason: reason ?? null,
    createdAt: time,
    decidedAt: time,
    chargedBackAt: null,
  } as const;
  await tx.insert(deposit).values(approved);
  if (approved.transactionId) {
    const booked = { depositId: id, field: 'transactionId', receipt: line } as const;
    const claimed = await claimPayment(tx, approved.transactionId, booked);
    if (!claimed.ok) return claimed;
  }
  const details = {
    received: formatUsd(amount),
    ...(approved.transactionId && { transaction: approved.transactionId }),
  };
  await record(tx, { thing: 'deposit', thingId: id, event: 'approve', to: 'approved', by, userId, reason, details });
  return done({ ...(await settleDeposit(tx, by, approved, line)), depositId: id, announced: false });
}

/** Finds the pending deposit of a receipt by its method and transaction, or else by its amount. */
const findPendingOf = ({ method, transactionId }: ReceiptOfDeposit, amount: bigint) =>
  and(
    eq(deposit.method, method),
    or(
      transactionId === null ? undefined : inArray(deposit.transactionId, listSpellings(transactionId)),
      and(isNull(deposit.transactionId), eq(deposit.amount, amount)),
    ),
  );
