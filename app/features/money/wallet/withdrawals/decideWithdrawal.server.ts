import { and, eq } from 'drizzle-orm';
import { journal, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { beginDecision } from '~/features/backoffice';
import { formatUsd } from '~/ledger/money';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor, type InvestorActor } from '~/platform/states';
import { findActingUser, refuseUnlessMay } from '~/signIns/acting.server';
import { findMethodOf, parseEnteredPayment, readPaymentId } from '../internal/payments.server';
import { withdrawalMachine } from '../states';
import { bookApproved, bookBounced, bookPaid, bookReleased } from './internal/bookWithdrawal.server';
import {
  notifyWithdrawalApproved,
  notifyWithdrawalBounced,
  notifyWithdrawalRejected,
} from './internal/withdrawalMail.server';
import { checkMayBePaidOut, checkMayBeTakenBack } from './waiting.server';

export async function cancelWithdrawal(tx: Handle, by: InvestorActor, id: string): Promise<Result<PostedJournal>> {
  const open = await findActingUser(tx, by, { beUnverified: true });
  if (!open.ok) return open;
  const owner = by.id;
  const set = { endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'cancel', by, owner, set });
  if (!moved.ok) return moved;
  const may = await checkMayBeTakenBack(tx, moved.value);
  return may.ok ? bookReleased(tx, by, moved.value, 'withdrawal-cancelled') : may;
}

export async function rejectWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  const may = await checkMayBeTakenBack(tx, moved.value);
  if (!may.ok) return may;
  await notifyWithdrawalRejected(tx, moved.value, reason);
  return await bookReleased(tx, by, moved.value, 'withdrawal-rejected', reason);
}

export const approveWithdrawal = (tx: Handle, by: Actor, id: string): Promise<Result<PostedJournal>> =>
  approveRequested(tx, by, id, { isNotified: true });

async function approveRequested(
  tx: Handle,
  by: Actor,
  id: string,
  { isNotified }: { isNotified: boolean },
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const moved = await advance(tx, withdrawal, withdrawalMachine, {
    id,
    event: 'approve',
    by,
    set: { approvedAt: now() },
  });
  if (!moved.ok) return moved;
  const free = await checkMayBePaidOut(tx, moved.value);
  if (!free.ok) return free;
  const owed = await readReceivable(tx, moved.value.userId);
  if (owed > 0n) {
    return refuse(
      'owed',
      `The user owes ${formatUsd(owed)} for a charged-back deposit. Reject this withdrawal: the money then pays the debt first.`,
    );
  }
  if (isNotified) await notifyWithdrawalApproved(tx, moved.value);
  return await bookApproved(tx, by, moved.value);
}

/** Returns the administrators who requested and who confirmed the approval of a withdrawal, as `formatActor` formats them. */
async function findApprovers(tx: Handle, id: string): Promise<string[]> {
  const approved = and(eq(journal.kind, 'withdrawal-approved'), eq(journal.businessRef, id));
  const [found] = await tx.select({ by: journal.actor, second: journal.approver }).from(journal).where(approved);
  return found ? [found.by, found.second ?? found.by] : [];
}

/** Posts a payment out of custody. In live mode an administrator who approved the withdrawal can't pay it. */
export const payWithdrawal = (
  tx: Handle,
  by: Actor,
  id: string,
  reference: string,
  coin?: bigint,
): Promise<Result<PostedJournal>> => payApproved(tx, by, id, { reference, coin });

async function payApproved(
  tx: Handle,
  by: Actor,
  id: string,
  { reference, coin, justApproved = false }: { reference: string | null; coin?: bigint; justApproved?: boolean },
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  if (!isPaper() && (await findApprovers(tx, id)).includes(formatActor(by))) {
    return refuse(
      'own-approval',
      'You approved this withdrawal, so an administrator who neither requested nor approved it must pay it.',
    );
  }
  const time = now();
  // Only calls in paper mode may omit the payment.
  const named = await parsePayment(tx, id, { reference, coin, mayBeNone: justApproved });
  if (!named.ok) return named;
  const { set, details } = named.value;
  const moved = await advance(tx, withdrawal, withdrawalMachine, {
    id,
    event: 'pay',
    by,
    set: { ...set, paidAt: time, endedAt: time },
    details,
  });
  if (!moved.ok) return moved;
  const free = await checkMayBePaidOut(tx, moved.value);
  return free.ok ? await bookPaid(tx, by, moved.value, { reference: set.reference, justApproved }) : free;
}

/** Reads the payment of a withdrawal: its transaction ID and coin amount. Live mode requires the amount, unless it may be unknown. */
export async function parsePayment(
  tx: Handle,
  id: string,
  { reference, coin, mayBeNone = false }: { reference: string | null; coin?: bigint; mayBeNone?: boolean },
) {
  const [found] = await verified(tx, withdrawal, { id });
  const method = await findMethodOf(tx, withdrawalMethod, found?.method ?? '');
  const read =
    reference === null && mayBeNone
      ? done(null)
      : readPaymentId(reference ?? '', method.network, { field: 'reference', by: 'admin' });
  if (!read.ok) return read;
  const entry = parseEnteredPayment(method.coin, coin);
  if (!entry.ok) return entry;
  const sent = entry.value;
  return done({
    set: { reference: read.value, coinPaid: sent?.units ?? null },
    details: { ...(read.value !== null && { reference: read.value }), ...(sent && { coin: sent.text }) },
  });
}

/** Approves and pays a withdrawal with one notification, after an administrator in paper mode has paid an unapproved request. */
export async function approveAndPayWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reference: string | null,
  coin?: bigint,
): Promise<Result<PostedJournal>> {
  if (!isPaper()) {
    return refuse('live-mode', 'In live mode, different administrators approve and pay a withdrawal.');
  }
  const approved = await approveRequested(tx, by, id, { isNotified: false });
  return approved.ok ? await payApproved(tx, by, id, { reference, coin, justApproved: true }) : approved;
}

export async function bounceWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  // A paid withdrawal has no marks any more.
  const [found] = await verified(tx, withdrawal, { id });
  const marked = found?.status === 'approved' ? await beginDecision(tx, by, id) : null;
  if (marked) return marked;
  const set = { reason, endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'bounce', by, reason, set });
  if (!moved.ok) return moved;
  const may = await checkMayBeTakenBack(tx, moved.value);
  if (!may.ok) return may;
  await notifyWithdrawalBounced(tx, moved.value, reason);
  return await bookBounced(tx, by, moved.value, reason);
}
