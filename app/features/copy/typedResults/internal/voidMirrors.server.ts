import { and, asc, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { copy as copyTable, journal, mirror, trade, transfer } from '#drizzle/schema';
import { allocated, available, reserve } from '~/ledger/chartOfAccounts';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { type JournalEntry, mustPost, post } from '~/ledger/posting/post.server';
import { balance } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { attempt, type Handle, type Reader } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { SYSTEM } from '~/platform/states';
import { openUser } from '~/signIns/acting.server';
import { hasPositions, tellCash } from '../../following/internal/copyAccount.server';
import { advanceCopy } from '../../following/internal/copyActs.server';
import { tellCopyReturned, tellVoided } from '../../internal/mail.server';
import { peopleOf } from '../../internal/people.server';
import { type Copy, endCopy, endingRef } from '../../lifecycle/internal/endCopy.server';
import { endsNow, isFor, type Mirror, signed, type TypedResult, WHY } from './drafts.server';

/** What a voided result had brought to one copy. */
type Undoing = { mirror: Mirror; copy: Copy; trade: TypedResult };

/** States of a mirrored trade in which a void has yet to deal with it. */
export const OPEN: Mirror['status'][] = ['posted', 'waiting'];

/** The results that voided trades brought to copies, in some of their states. @param which further conditions */
const undoings = (handle: Reader, statuses: Mirror['status'][], which?: SQL) =>
  handle
    .select({ mirror, copy: copyTable, trade })
    .from(trade)
    // Joins the trader's copies, since the index of mirrored trades begins with the copy.
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(and(isNotNull(trade.voidedAt), inArray(mirror.status, statuses), which))
    .$dynamic();

/** The first trade voided at an instant or later that has not been taken back from all copies; null when there is none. */
export async function firstToVoid(handle: Reader, since: Date): Promise<string | null> {
  const [next] = await undoings(handle, OPEN, gte(trade.voidedAt, since))
    .orderBy(asc(trade.voidedAt), asc(trade.id))
    .limit(1);
  return next?.trade.id ?? null;
}

/** Takes a voided trade back from at most `most` of the copies that it reached. @returns from how many */
export async function voidInSome(tx: Handle, tradeId: string, most: number): Promise<number> {
  const due = await undoings(tx, OPEN, eq(trade.id, tradeId)).orderBy(asc(mirror.id)).limit(most);
  for (const each of due) await undo(tx, each);
  return due.length;
}

/** Takes back from one copy what voided trades brought it. */
export async function voidInCopy(tx: Handle, copyId: string): Promise<void> {
  for (;;) {
    const [next] = await undoings(tx, OPEN, eq(copyTable.id, copyId)).orderBy(asc(mirror.id)).limit(1);
    if (!next) return;
    await undo(tx, next);
  }
}

/** Gives back losses of voided trades that waited for the market reserve. @returns whether more may be payable */
export async function retryVoiding(tx: Handle, most: number): Promise<boolean> {
  const due = await undoings(tx, ['voiding']).orderBy(asc(mirror.id)).limit(most);
  let paid = 0;
  for (const { mirror: row, copy: known, trade: of } of due) {
    // Several of these results may belong to the same copy.
    const [copy = known] = await tx.select().from(copyTable).where(eq(copyTable.id, known.id));
    if ((await undo(tx, { mirror: row, copy, trade: of })) === 'voided') paid += 1;
  }
  return paid > 0 && due.length === most;
}

/**
 * Takes back what a voided result brought a copy. Either all of it, or nothing: when the money is gone (`kept`), or when the market
 * reserve can't pay a loss back yet (`voiding`).
 */
async function undo(tx: Handle, of: Undoing): Promise<Mirror['status']> {
  const { mirror: row, copy, trade: voided } = of;
  const reason = `Voided: ${voided.voidReason}`;
  const mark = async (status: Mirror['status'], why = reason) => {
    await tx.update(mirror).set({ status, reason: why }).where(eq(mirror.id, row.id));
    return status;
  };
  // It was never paid, so there is nothing to take back.
  if (row.status === 'waiting') return await mark('voided');
  const undone = await attempt(tx, () => (row.type === 'profit' ? takeBack(tx, of) : giveBack(tx, of)));
  if (!undone.ok) {
    if (undone.error.code === 'reserve') return await mark('voiding', `${reason}. ${WHY.reserve}`);
    return await mark('kept', `${reason}, but what it brought is not there any more`);
  }
  await mark('voided');
  const { returned, current } = undone.value;
  const about = await peopleOf(tx, copy);
  const change = formatSignedUsd(-signed(row));
  await tellVoided(tx, about, { trade: voided, change });
  if (returned) {
    await skipPassed(tx, current, voided);
    await tellCopyReturned(tx, about, { ref: row.id, holds: formatUsd(current.contributed + current.result) });
  } else {
    const why = hasPositions(current) ? null : await endsNow(tx, current);
    if (why) await mustEnd(tx, current, why);
  }
  return 'voided';
}

async function mustEnd(tx: Handle, copy: Copy, reason: string): Promise<void> {
  const ended = await endCopy(tx, SYSTEM, copy, { reason });
  if (!ended.ok) throw new Error(`Copy ${copy.id} could not stop: ${ended.error.message}`);
}

type Undone = { current: Copy; returned: boolean };

const SHORT = refuse('short', 'It is not there any more');

/** Takes a profit out of the copy again or, where that has stopped, out of what its owner has available. */
async function takeBack(tx: Handle, { mirror: row, copy }: Undoing): Promise<Result<Undone>> {
  const { id, userId } = copy;
  const { amount } = row;
  const [own, inCopy] = [available(userId), allocated(id, userId)];
  let { contributed } = copy;
  if (copy.status === 'stopped') {
    const legs = [{ debit: own, credit: inCopy, amount }];
    if (!(await post(tx, entry('copy-repaid', row, legs))).ok) return SHORT;
    contributed += amount;
  }
  const reverses = await journalOf(tx, 'copy-profit', row);
  const legs = [{ debit: inCopy, credit: reserve.market, amount }];
  if (!(await post(tx, { ...entry('copy-profit-reversed', row, legs), reverses })).ok) return SHORT;
  if (copy.status !== 'stopped') await tellCash(tx, id, -amount, 'operator');
  return done({ current: await keep(tx, copy, { contributed, result: copy.result - amount }), returned: false });
}

/**
 * Puts a loss into the copy again. A copy that the loss ended returns, paused, with what it held; one that has stopped otherwise, or whose
 * owner's account is closed, passes the money on to its owner.
 */
async function giveBack(tx: Handle, { mirror: row, copy, trade: voided }: Undoing): Promise<Result<Undone>> {
  const { id, userId } = copy;
  const { amount } = row;
  const [own, inCopy] = [available(userId), allocated(id, userId)];
  const reverses = await journalOf(tx, 'copy-loss', row);
  const legs = [{ debit: reserve.market, credit: inCopy, amount }];
  const given = await post(tx, { ...entry('copy-loss-reversed', row, legs), reverses });
  if (!given.ok) return refuse('reserve', 'The market reserve is short');
  const result = copy.result + amount;
  // A copy of a closed account does not run again: nobody could end it.
  const endedByIt = copy.endedByTradeId === voided.id && (await openUser(tx, userId)).ok;
  if (copy.status === 'stopped') {
    const back = endedByIt ? await takeInAgain(tx, copy, row) : null;
    if (back === null) {
      await mustPost(tx, {
        ...entry('copy-stopped', row, [{ debit: inCopy, credit: own, amount }]),
        reason: 'Voided trade',
      });
      return done({
        current: await keep(tx, copy, { contributed: copy.contributed - amount, result }),
        returned: false,
      });
    }
    const current = await keep(tx, copy, { contributed: copy.contributed + back, result });
    return done({ current: await comeBack(tx, current, voided), returned: true });
  }
  await tellCash(tx, id, amount, 'operator');
  const current = await keep(tx, copy, { contributed: copy.contributed, result });
  if (!endedByIt) return done({ current, returned: false });
  return done({ current: await comeBack(tx, current, voided), returned: true });
}

/**
 * Reverses what a copy paid out when it ended.
 * @returns cents; null, and nothing is changed, where its owner has less than that available
 */
async function takeInAgain(tx: Handle, { id, userId }: Copy, row: Mirror): Promise<bigint | null> {
  const ref = await endingRef(tx, id);
  const [ended] = await tx
    .select({ id: journal.id, amount: transfer.amount })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .where(and(eq(journal.kind, 'copy-stopped'), eq(journal.businessRef, ref)));
  if (!ended) return 0n;
  if ((await balance(tx, available(userId).code)) < ended.amount) return null;
  const legs = [{ debit: available(userId), credit: allocated(id, userId), amount: ended.amount }];
  await mustPost(tx, { ...entry('copy-returned', row, legs), reverses: ended.id });
  return ended.amount;
}

const entry = (kind: JournalEntry['kind'], { copyId, tradeId }: Mirror, legs: JournalEntry['legs']): JournalEntry => ({
  kind,
  ref: `${copyId}:${tradeId}`,
  actor: 'system',
  effectiveAt: now(),
  legs,
});

async function journalOf(tx: Handle, kind: string, { copyId, tradeId }: Mirror): Promise<string> {
  const [found] = await tx
    .select({ id: journal.id })
    .from(journal)
    .where(and(eq(journal.kind, kind), eq(journal.businessRef, `${copyId}:${tradeId}`)));
  if (!found) throw new Error(`There is no ${kind} of ${copyId}:${tradeId}`);
  return found.id;
}

async function keep(tx: Handle, copy: Copy, set: { contributed: bigint; result: bigint }): Promise<Copy> {
  await tx.update(copyTable).set(set).where(eq(copyTable.id, copy.id));
  return { ...copy, ...set };
}

async function comeBack(tx: Handle, { id }: Copy, { voidReason }: TypedResult): Promise<Copy> {
  const set = { stoppedAt: null, stopReason: null, dueAt: null, endedByTradeId: null };
  const reason = `the result that ended it was voided: ${voidReason}`;
  const moved = await advanceCopy(tx, { id, event: 'return', by: SYSTEM, reason, set });
  if (!moved.ok) throw new Error(`Copy ${id} could not return: ${moved.error.message}`);
  return moved.value;
}

/** Marks results that were recorded while the copy was stopped as skipped: a copy that returns does not get them afterwards. */
async function skipPassed(tx: Handle, { id, userId }: Copy, { voidedAt }: TypedResult): Promise<void> {
  const passed = await tx
    .select({ trade })
    .from(copyTable)
    .innerJoin(trade, isFor(tx))
    .where(and(eq(copyTable.id, id), lt(trade.recordedAt, voidedAt ?? now())));
  if (passed.length === 0) return;
  const rows = passed.map(({ trade: { id: tradeId, pair, type, at } }) => {
    const same = { amount: 0n, equityBefore: 0n, status: 'skipped' as const, reason: WHY.stopped };
    return { id: newId(), copyId: id, tradeId, userId, pair, type, at, ...same };
  });
  await tx.insert(mirror).values(rows);
}
