import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { copyFlow, copy as copyTable, journal, mirror, trade, transfer } from '#drizzle/schema';
import { allocatedAccount, availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { formatSignedUsd, formatUsd, toSignedResult } from '~/ledger/money';
import { type JournalEntry, mustPost, post } from '~/ledger/posting/post.server';
import { balance } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { attempt, findAll, type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { SYSTEM_ACTOR } from '~/platform/states';
import { openUser } from '~/signIns/acting.server';
import { notifyCopyReturned, notifyVoided } from '../../internal/mail.server';
import { loadCopyPeople } from '../../internal/people.server';
import { type Copy, endCopyOrThrow, getEndingRef } from '../../lifecycle/internal/endCopy.server';
import { reasonCopyWouldEnd, sumPendingWithdrawals } from '../../rules';
import { hasPositions, recordCashChange } from './copyAccount.server';
import { advanceCopy } from './copyActs.server';

export type ManualResult = typeof trade.$inferSelect;
export type CopiedResult = typeof mirror.$inferSelect;

export const REVERSAL_REASONS = {
  paused: 'This copy was paused',
  stopped: 'This copy had stopped before the result was recorded',
  nothing: 'Your share is less than a cent',
  reserve: 'It waits until the reserve behind copies can pay it',
  capped: 'The loss exceeded the copy; you do not bear the rest',
} as const;

/**
 * Returns the condition that a result applies to a copy: the copy was created before the trade was recorded (IDs are in order of time),
 * it was running at the trade's date, it has not received the result yet, and the trade is not voided.
 */
export const isReceivedByCopy = (handle: Reader): SQL | undefined =>
  and(
    eq(copyTable.traderId, trade.traderId),
    isNull(trade.voidedAt),
    lt(copyTable.id, trade.id),
    lte(copyTable.startedAt, trade.at),
    or(isNull(copyTable.stoppedAt), gt(copyTable.stoppedAt, trade.at)),
    notExists(
      handle
        .select({ one: sql`1` })
        .from(mirror)
        .where(and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id))),
    ),
  );

export const UNREVERSED_STATES: CopiedResult['status'][] = ['posted', 'waiting'];

type Reversal = { mirror: CopiedResult; copy: Copy; trade: ManualResult };

const selectReversals = (handle: Reader, statuses: CopiedResult['status'][], which?: SQL) =>
  handle
    .select({ mirror, copy: copyTable, trade })
    .from(trade)
    // Joins the trader's copies, since the index of copied results starts with the copy.
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(and(isNotNull(trade.voidedAt), inArray(mirror.status, statuses), which))
    .$dynamic();

export const hasToReverse = async (handle: Reader, copyId: string): Promise<boolean> =>
  (await selectReversals(handle, UNREVERSED_STATES, eq(copyTable.id, copyId)).limit(1)).length > 0;

/** Reverses results of voided trades in some copies. @returns whether each of the selected results was reversed */
export async function reverseResultBatch(
  tx: Handle,
  statuses: CopiedResult['status'][],
  which: SQL | undefined,
  limit: number,
): Promise<boolean[]> {
  const due = await selectReversals(tx, statuses, which).orderBy(asc(mirror.id)).limit(limit);
  const tried: boolean[] = [];
  for (const { copy: known, ...of } of due) {
    // Several of these results may belong to the same copy.
    const [copy = known] = await verified(tx, copyTable, { id: known.id });
    tried.push(await reverseResult(tx, { ...of, copy }));
  }
  return tried;
}

/**
 * Reverses a voided result entirely or not at all. The result stays `kept` if the money is gone, and `voiding` while the reserve is
 * short.
 */
async function reverseResult(tx: Handle, of: Reversal): Promise<boolean> {
  const { mirror: row, copy, trade: voided } = of;
  const reason = `Voided: ${voided.voidReason}`;
  const mark = async (status: CopiedResult['status'], why = reason) => {
    await tx.update(mirror).set({ status, reason: why }).where(eq(mirror.id, row.id));
    return status === 'voided';
  };
  // The profit was never paid, so there is nothing to reverse.
  if (row.status === 'waiting') return await mark('voided');
  const reversed = await attempt(tx, () => postReversal(tx, of));
  if (!reversed.ok) {
    if (reversed.error.code === 'reserve') return await mark('voiding', `${reason}. ${REVERSAL_REASONS.reserve}`);
    return await mark('kept', `${reason}, but its result is no longer there`);
  }
  await mark('voided');
  const { current, returned } = reversed.value;
  const about = await loadCopyPeople(tx, copy);
  await notifyVoided(tx, about, { trade: voided, change: formatSignedUsd(-toSignedResult(row)) });
  if (returned) {
    await skipPassed(tx, current, voided);
    await notifyCopyReturned(tx, about, { ref: row.id, holds: formatUsd(current.contributed + current.result) });
  } else if (!hasPositions(current)) {
    await endIfSpent(tx, current, sumPendingWithdrawals(await findAll(tx, copyFlow, { copyId: copy.id })));
  }
  return true;
}

/** Ends a copy without positions that is at its floor or empty. @param requested pending withdrawals in cents */
export async function endIfSpent(
  tx: Handle,
  copy: Copy,
  requested: bigint,
  by: { at?: Date; byTrade?: string } = {},
): Promise<void> {
  const reason = reasonCopyWouldEnd(copy, requested);
  if (reason) await endCopyOrThrow(tx, copy, { reason, ...by });
}

const REFUSE_INSUFFICIENT = refuse('short', 'It is no longer there');

/**
 * Posts the reversal of a result. A profit is debited from the copy or, if the copy has stopped, from its owner's available balance. A
 * loss is credited: a copy that ended because of the loss returns, paused, with its former money. If the copy stopped for another reason,
 * or the owner's account is closed, the owner is credited.
 */
async function postReversal(
  tx: Handle,
  { mirror: row, copy, trade: voided }: Reversal,
): Promise<Result<{ current: Copy; returned: boolean }>> {
  const { id, userId } = copy;
  const { amount } = row;
  const [own, inCopy] = [availableAccount(userId), allocatedAccount(id, userId)];
  const isProfit = row.type === 'profit';
  const hasStopped = copy.status === 'stopped';
  let { contributed } = copy;
  if (isProfit && hasStopped) {
    if (!(await post(tx, createEntry('copy-repaid', row, [{ debit: own, credit: inCopy, amount }]))).ok)
      return REFUSE_INSUFFICIENT;
    contributed += amount;
  }
  const reverses = await findJournal(tx, `copy-${row.type}`, `${copy.id}:${row.tradeId}`);
  const [debit, credit] = isProfit ? [inCopy, reserve.market] : [reserve.market, inCopy];
  const posted = await post(tx, {
    ...createEntry(`copy-${row.type}-reversed`, row, [{ debit, credit, amount }]),
    reverses: reverses?.id,
  });
  if (!posted.ok) return isProfit ? REFUSE_INSUFFICIENT : refuse('reserve', 'The market reserve is short');
  // A copy of a closed account does not resume, because nobody could end it.
  const returns = !isProfit && copy.endedByTradeId === voided.id && (await openUser(tx, userId)).ok;
  const reclaimed = returns && hasStopped ? await reclaimPaidOut(tx, copy, row) : 0n;
  const returned = returns && reclaimed !== null;
  if (!hasStopped) await recordCashChange(tx, id, -toSignedResult(row), 'operator');
  else if (!isProfit && !returned) {
    const paidOn = createEntry('copy-stopped', row, [{ debit: inCopy, credit: own, amount }]);
    await mustPost(tx, { ...paidOn, reason: 'Voided trade' });
    contributed -= amount;
  }
  const set = { contributed: contributed + (reclaimed ?? 0n), result: copy.result - toSignedResult(row) };
  await tx.update(copyTable).set(set).where(eq(copyTable.id, id));
  const current = { ...copy, ...set };
  return done({ current: returned ? await reopenCopy(tx, current, voided) : current, returned });
}

/** Reverses the payout of an ended copy. @returns cents; null, without a change, if its owner has less available than the payout */
async function reclaimPaidOut(tx: Handle, { id, userId }: Copy, row: CopiedResult): Promise<bigint | null> {
  const ended = await findJournal(tx, 'copy-stopped', await getEndingRef(tx, id));
  if (!ended) return 0n;
  if ((await balance(tx, availableAccount(userId).code)) < ended.amount) return null;
  const legs = [{ debit: availableAccount(userId), credit: allocatedAccount(id, userId), amount: ended.amount }];
  await mustPost(tx, { ...createEntry('copy-returned', row, legs), reverses: ended.id });
  return ended.amount;
}

const createEntry = (
  kind: JournalEntry['kind'],
  { copyId, tradeId }: CopiedResult,
  legs: JournalEntry['legs'],
): JournalEntry => ({ kind, ref: `${copyId}:${tradeId}`, actor: 'system', effectiveAt: now(), legs });

async function findJournal(tx: Handle, kind: string, ref: string) {
  const [found] = await tx
    .select({ id: journal.id, amount: transfer.amount })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .where(and(eq(journal.kind, kind), eq(journal.businessRef, ref)));
  return found;
}

async function reopenCopy(tx: Handle, { id }: Copy, { voidReason }: ManualResult): Promise<Copy> {
  const set = { stoppedAt: null, stopReason: null, dueAt: null, endedByTradeId: null };
  const reason = `the result that ended it was voided: ${voidReason}`;
  const moved = await advanceCopy(tx, { id, event: 'return', by: SYSTEM_ACTOR, reason, set });
  if (!moved.ok) throw new Error(`Copy ${id} could not return: ${moved.error.message}`);
  return moved.value;
}

/** Marks results recorded while the copy was stopped as skipped, so that a reopened copy does not receive them later. */
async function skipPassed(tx: Handle, { id, userId }: Copy, { voidedAt }: ManualResult): Promise<void> {
  const passed = await tx
    .select({ trade })
    .from(copyTable)
    .innerJoin(trade, isReceivedByCopy(tx))
    .where(and(eq(copyTable.id, id), lt(trade.recordedAt, voidedAt ?? now())));
  const same = {
    amount: 0n,
    equityBefore: 0n,
    status: 'skipped' as const,
    reason: REVERSAL_REASONS.stopped,
    postedAt: null,
  };
  await insertAll(
    tx,
    mirror,
    passed.map(({ trade: { id: tradeId, pair, type, at } }) => {
      return { id: newId(), copyId: id, tradeId, userId, pair, type, at, ...same };
    }),
  );
}
