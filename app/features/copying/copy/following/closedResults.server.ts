import { and, asc, eq, exists, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type COPY_ACTS, copyFlow, copy as copyTable, mirror, trade } from '#drizzle/schema';
import { allocatedAccount, reserve } from '~/ledger/chartOfAccounts';
import { toSignedResult } from '~/ledger/money';
import { type JournalEntry, postMany } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { findAll, type Handle, insertAll, type Reader, updateAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { getCopyBalance } from '../capital';
import { COPIES_PER_BATCH, COPIES_PER_VOIDING } from '../internal/batchSizes';
import type { Copy } from '../lifecycle/internal/endCopy.server';
import { computeEquityAt, computeMirroredShare, sumPendingWithdrawals } from '../rules';
import { COUNTED_RESULT_STATES } from '../states';
import { advanceOrEndCopies } from './internal/advanceOrEndCopies.server';
import { hasPositions, recordCashChange } from './internal/copyAccount.server';
import { findActs } from './internal/copyActs.server';
import {
  type CopiedResult,
  endIfSpent,
  hasToReverse,
  isReceivedByCopy,
  type ManualResult,
  REVERSAL_REASONS,
  reverseResultBatch,
  UNREVERSED_STATES,
} from './internal/reverseResults.server';

/* Applies results of a trader's log to copies, in proportion to each copy's equity at the result's date. Rows of
   `mirror` store the outcomes. */

/** Applies a manual result or its reversal to at most `limit` copies that lack it. @returns the number of copies */
export async function applyResultToBatch(tx: Handle, tradeId: string, limit: number): Promise<number> {
  const reversed = await reverseResultBatch(
    tx,
    UNREVERSED_STATES,
    eq(trade.id, tradeId),
    Math.min(limit, COPIES_PER_VOIDING),
  );
  if (reversed.length > 0) return reversed.length;
  const copiesDue = async () => {
    const due = await tx
      .select({ id: copyTable.id })
      .from(trade)
      .innerJoin(copyTable, isReceivedByCopy(tx))
      .where(eq(trade.id, tradeId))
      .orderBy(asc(copyTable.id))
      .limit(limit);
    const ids = due.map(({ id }) => id);
    return await verified(tx, copyTable, inArray(copyTable.id, ids), asc(copyTable.id));
  };
  const found = await copiesDue();
  const following = found.filter(hasPositions);
  if (following.length > 0) await advanceOrEndCopies(tx, following);
  // Some copies may have ended at their floor.
  const due = following.length > 0 ? await copiesDue() : found;
  if (due.length > 0) await bookResult(tx, tradeId, due);
  return found.length;
}

/**
 * Applies a leader's pending orders and results to one copy, in order of date, before its owner changes it.
 * @returns the changed copy
 */
export async function catchUpCopy(tx: Handle, copyId: string): Promise<Copy> {
  // Results are entered and voided only by exclusive transactions, so none is added during this one.
  const [due, voided] = await Promise.all([
    tx
      .select({ id: trade.id, at: trade.at })
      .from(copyTable)
      .innerJoin(trade, isReceivedByCopy(tx))
      .where(and(eq(copyTable.id, copyId), gte(trade.at, copyTable.startedAt)))
      .orderBy(asc(trade.at), asc(trade.id)),
    hasToReverse(tx, copyId),
  ]);
  await advanceOrEndCopies(tx, [await loadCopy(tx, copyId)]);
  while (
    voided &&
    (await reverseResultBatch(tx, UNREVERSED_STATES, eq(copyTable.id, copyId), COPIES_PER_BATCH)).length > 0
  );
  let current = await loadCopy(tx, copyId);
  for (const each of due) {
    // An earlier result may have ended the copy.
    if (current.stoppedAt && current.stoppedAt <= each.at) continue;
    await bookResult(tx, each.id, [current]);
    current = await loadCopy(tx, copyId);
  }
  return current;
}

async function loadCopy(tx: Handle, id: string): Promise<Copy> {
  const [found] = await verified(tx, copyTable, { id });
  if (!found) throw new Error(`There is no copy ${id}`);
  return found;
}

async function bookResult(tx: Handle, tradeId: string, copies: Copy[]): Promise<void> {
  const [of] = await verified(tx, trade, { id: tradeId });
  if (!of) throw new Error(`There is no result ${tradeId}`);
  const ids = copies.map(({ id }) => id);
  const paused = await findPausedAt(tx, of.at, ids);
  const flows = await findAll(tx, copyFlow, { copyId: ids });
  const later = await findLaterResults(tx, of, ids);
  const booked = copies.map((copy) => {
    const own = flows.filter(({ copyId }) => copyId === copy.id);
    const then = computeEquityAt({ equity: getCopyBalance(copy), flows: own, later: later.get(copy.id) ?? 0n }, of.at);
    return { copy, leaving: sumPendingWithdrawals(own), row: computeResult(of, copy, then, paused.has(copy.id)) };
  });
  const moving = booked.filter(({ row }) => row.status === 'posted');
  const answers = await postMany(
    tx,
    moving.map(({ copy, row }) => createResultEntry(row, copy)),
  );
  for (const [at, { copy, row }] of moving.entries()) {
    const answer = answers[at];
    if (answer?.ok) copy.result += toSignedResult(row);
    else if (answer?.error.code === 'insufficient' && answer.error.account === reserve.market.code) {
      Object.assign(row, { status: 'waiting', reason: REVERSAL_REASONS.reserve, postedAt: null });
    } else throw new Error(`Trade ${of.id} could not be posted to copy ${copy.id}: ${answer?.error.code}`);
  }
  await insertAll(
    tx,
    mirror,
    booked.map(({ row }) => row),
  );
  const changed = moving.filter(({ row }) => row.status === 'posted');
  await updateAll(
    tx,
    copyTable,
    changed.map(({ copy: { id, result } }) => ({ id, result })),
  );
  for (const { copy, row, leaving: pendingWithdrawals } of changed) {
    // The floor of a copy with positions depends on prices; the job `copies-at-floor` checks it.
    if (hasPositions(copy)) await recordCashChange(tx, copy.id, toSignedResult(row), 'operator');
    else await endIfSpent(tx, copy, pendingWithdrawals, { at: of.at, byTrade: of.id });
  }
}

function computeResult(of: ManualResult, copy: Copy, then: bigint, isPaused: boolean): CopiedResult {
  const { id: tradeId, pair, type, at } = of;
  const head = { id: newId(), copyId: copy.id, tradeId, userId: copy.userId, pair, type, at, equityBefore: then };
  const skipped = (reason: string) => ({ ...head, amount: 0n, status: 'skipped' as const, reason, postedAt: null });
  if (copy.status === 'stopped') return skipped(REVERSAL_REASONS.stopped);
  if (isPaused) return skipped(REVERSAL_REASONS.paused);
  // Uses the capital at the time when the trade was recorded, so that a later edit of the trader does not rescale results.
  const { amount, isCapped } = computeMirroredShare(of, { atDate: then, now: getCopyBalance(copy) }, of.capital);
  if (amount === 0n) return skipped(REVERSAL_REASONS.nothing);
  return { ...head, amount, status: 'posted', reason: isCapped ? REVERSAL_REASONS.capped : null, postedAt: now() };
}

async function findLaterResults(tx: Handle, of: ManualResult, copies: string[]): Promise<Map<string, bigint>> {
  const isLater = or(gt(trade.at, of.at), and(eq(trade.at, of.at), gt(trade.id, of.id)));
  const rows = await tx
    .select({ copyId: mirror.copyId, type: mirror.type, amount: mirror.amount })
    .from(trade)
    .innerJoin(mirror, and(eq(mirror.tradeId, trade.id), inArray(mirror.copyId, copies)))
    .where(
      and(
        eq(trade.traderId, of.traderId),
        gte(trade.at, of.at),
        isLater,
        inArray(mirror.status, COUNTED_RESULT_STATES),
      ),
    );
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.copyId, (sums.get(row.copyId) ?? 0n) + toSignedResult(row));
  return sums;
}

const PASSED_OVER_STATES: Partial<Record<(typeof COPY_ACTS)[number], boolean>> = {
  pause: true,
  stop: true,
  'begin-stop': true,
  return: true,
  resume: false,
};

async function findPausedAt(tx: Handle, at: Date, ids: string[]): Promise<Set<string>> {
  const acts = await findActs(tx, ids);
  // A result at the exact time at which a copy ended still reaches it, since the result that ended the copy has that
  // time.
  const isBefore = (each: { act: string; at: Date }) => each.at < at || (each.at <= at && !each.act.endsWith('stop'));
  return new Set(
    ids.filter((id) => {
      const before = (acts.get(id) ?? []).filter((each) => each.act in PASSED_OVER_STATES && isBefore(each));
      // Acts of the same instant keep the order in which they were recorded.
      const last = before.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
      return last !== undefined && PASSED_OVER_STATES[last.act] === true;
    }),
  );
}

/** Returns the journal of a copy's result. The counterparty is always the market reserve, never another user. */
export function createResultEntry({ copyId, tradeId, type, amount }: CopiedResult, { userId }: Copy): JournalEntry {
  const account = allocatedAccount(copyId, userId);
  const leg =
    type === 'profit' ? { debit: reserve.market, credit: account } : { debit: account, credit: reserve.market };
  return {
    kind: type === 'profit' ? 'copy-profit' : 'copy-loss',
    ref: `${copyId}:${tradeId}`,
    actor: 'system',
    // The result is effective for the copier from now on; its row keeps the leader's date.
    effectiveAt: now(),
    legs: [{ ...leg, amount }],
  };
}

/** Returns the next manual result to apply, voided ones first, then by date; null when none is left. */
export async function findNextManualResult(handle: Reader): Promise<string | null> {
  const one = { one: sql`1` };
  const due = exists(handle.select(one).from(copyTable).where(isReceivedByCopy(handle)));
  const brought = and(eq(mirror.tradeId, trade.id), inArray(mirror.status, UNREVERSED_STATES));
  const toReverse = handle
    .select(one)
    .from(copyTable)
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), brought));
  const isReversed = and(isNotNull(trade.voidedAt), exists(toReverse.where(eq(copyTable.traderId, trade.traderId))));
  const [found] = await handle
    .select({ id: trade.id })
    .from(trade)
    .where(and(isNull(trade.reachedAt), or(isReversed, due)))
    // A correction may reach a copy only after the voided result has left it.
    .orderBy(sql`${trade.voidedAt} is null`, asc(trade.at), asc(trade.id))
    .limit(1);
  return found?.id ?? null;
}
