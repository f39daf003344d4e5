import { and, asc, eq } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { openUser, refuseUnlessMay } from '~/signIns/acting.server';
import { markedLast } from '../../reviewQueue';
import { approveDeposit, settleDeposit } from './decideDeposit.server';

/** `announced`: the user had told of it, and that deposit was approved. */
export type CreditedDeposit = PostedJournal & { depositId: string; announced: boolean };

/** How what came in by none of the catalogue's methods is booked. */
const MANUAL = 'manual';

/**
 * An administrator says that money of a user has arrived. The oldest pending deposit of exactly that amount is meant, if
 * there is one, and one that can be decided now before those on hold or taken by another; so announcing a deposit and crediting it is one credit, in whichever way each is done. Otherwise it is
 * recorded as an approved deposit of its own.
 * @param amount cents
 */
export async function creditReceivedDeposit(
  tx: Handle,
  by: Actor,
  { userId, amount, reason }: { userId: string; amount: bigint; reason: string },
): Promise<Result<CreditedDeposit>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const open = await openUser(tx, userId);
  if (!open.ok) return open;
  const meant = and(eq(deposit.userId, userId), eq(deposit.status, 'pending'), eq(deposit.amount, amount));
  const [announced] = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(meant)
    .orderBy(markedLast(deposit.id, by), asc(deposit.createdAt), asc(deposit.id))
    .limit(1);
  if (announced) {
    const approved = await approveDeposit(tx, by, announced.id, amount, reason);
    return approved.ok ? done({ ...approved.value, depositId: announced.id, announced: true }) : approved;
  }

  const id = newId();
  const time = now();
  const approved = {
    id,
    userId,
    method: MANUAL,
    amount,
    received: amount,
    coinAmount: null,
    coinReceived: null,
    proofFileId: null,
    transactionId: null,
    status: 'approved',
    reason,
    createdAt: time,
    decidedAt: time,
  } as const;
  await tx.insert(deposit).values(approved);
  const details = { received: formatUsd(amount) };
  await record(tx, { thing: 'deposit', thingId: id, event: 'approve', to: 'approved', by, userId, reason, details });
  return done({ ...(await settleDeposit(tx, by, approved)), depositId: id, announced: false });
}
