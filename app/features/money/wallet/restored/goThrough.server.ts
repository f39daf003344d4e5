import { eq } from 'drizzle-orm';
import { withdrawal } from '#drizzle/schema';
import { beginDecision } from '~/features/backoffice';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance, record } from '~/platform/events/index.server';
import {
  findUnresolvedRestoreIn,
  RESTORE_KEY,
  resolveRestore,
  type UnresolvedRestore,
} from '~/platform/installation/restored.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { formatCount } from '~/platform/text/figure';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { withdrawalMachine } from '../states';
import { parsePayment } from '../withdrawals/decideWithdrawal.server';
import { bookApproved, bookPaid } from '../withdrawals/internal/bookWithdrawal.server';
import { countUnreviewedWithdrawals } from './toGoThrough.server';

/* After a restore, an administrator compares each open withdrawal with the payments that left the wallets. Two
   administrators then resume payments. */

type Withdrawal = typeof withdrawal.$inferSelect;

async function loadReopenedWithdrawal(
  tx: Handle,
  id: string,
): Promise<Result<{ row: Withdrawal; restore: UnresolvedRestore }>> {
  const restore = await findUnresolvedRestoreIn(tx);
  if (!restore) return refuse('no-restore', 'No restore is waiting to be checked, so nothing was changed.');
  const [row] = await verified(tx, withdrawal, eq(withdrawal.id, id));
  if (!row) return refuse('not-found', 'There is no such withdrawal.');
  if (row.status !== 'requested' && row.status !== 'approved') {
    return refuse('wrong-state', `Nothing was changed: this withdrawal is ${row.status}.`);
  }
  if (row.requestedAt > restore.at) {
    return refuse('not-restored', 'This withdrawal was requested after the restore, so nothing was changed.');
  }
  return done({ row, restore });
}

/** Records that a withdrawal was not paid between backup and restore. This can be corrected until payments resume. */
export async function recordFoundUnpaid(tx: Handle, by: Actor, id: string): Promise<Result<{ id: string }>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const found = await loadReopenedWithdrawal(tx, id);
  if (!found.ok) return found;
  const { row, restore } = found.value;
  if (row.checkedAfter === restore.id) {
    return refuse('said-already', 'This withdrawal is already recorded as not paid. Nothing was changed.');
  }
  await tx.update(withdrawal).set({ checkedAfter: restore.id }).where(eq(withdrawal.id, id));
  const { thing } = withdrawalMachine;
  await record(tx, {
    thing,
    thingId: id,
    event: 'found-unpaid',
    by,
    userId: row.userId,
    details: { after: restore.from },
  });
  return done({ id });
}

/** Books a withdrawal that was paid between backup and restore. Waits and freezes do not block it; a hold does. */
export async function recordFoundPaid(
  tx: Handle,
  by: Actor,
  id: string,
  reference: string,
  coin?: bigint,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const found = await loadReopenedWithdrawal(tx, id);
  if (!found.ok) return found;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const { row, restore } = found.value;
  const details = { 'paid before the restore of': restore.from };
  const time = now();
  if (row.status === 'requested') {
    const set = { approvedAt: time };
    const approved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'approve', by, set, details });
    if (!approved.ok) return approved;
    const booked = await bookApproved(tx, by, approved.value);
    if (!booked.ok) return booked;
  }
  const named = await parsePayment(tx, id, { reference, coin });
  if (!named.ok) return named;
  const set = { ...named.value.set, paidAt: time, endedAt: time, checkedAfter: restore.id };
  const allDetails = { ...details, ...named.value.details };
  const paying = { id, event: 'pay', by, set, details: allDetails } as const;
  const paid = await advance(tx, withdrawal, withdrawalMachine, paying);
  return paid.ok ? await bookPaid(tx, by, paid.value, { reference: set.reference }) : paid;
}

/** Resumes payments after a restore, once each reopened withdrawal was compared with the payments that left the wallets. */
export async function endPaymentsWait(tx: Handle, by: Actor, id: string): Promise<Result<{ id: string }>> {
  const without = await refuseUnlessMay(tx, by, 'restores:decide');
  if (without) return without;
  const restore = await findUnresolvedRestoreIn(tx);
  if (restore?.id !== id) {
    return refuse(
      'no-restore',
      'This restore was already checked, or the database was restored again. Nothing was changed.',
    );
  }
  const open = await countUnreviewedWithdrawals(tx, restore);
  if (open > 0) {
    return refuse(
      'not-gone-through',
      `${formatCount(open, 'withdrawal')} must still be recorded as paid or not paid. Nothing was changed.`,
    );
  }
  await resolveRestore(tx);
  await record(tx, { thing: RESTORE_KEY, thingId: id, event: 'go-on', from: 'waiting', to: 'gone-through', by });
  return done({ id });
}
