import { eq } from 'drizzle-orm';
import { copyFlow, copy as copyTable, trader } from '#drizzle/schema';
import { clearSumOfCopies } from '~/features/copying/leaderStake/stake.server';
import { allocatedAccount, availableAccount } from '~/ledger/chartOfAccounts';
import { smaller } from '~/ledger/money';
import { mustPost } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { type Actor, formatActor, SYSTEM_ACTOR } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { getCopyBalance } from '../../capital';
import {
  closePositions,
  computeValuation,
  describeEndReason,
  hasPositions,
  recordCashChange,
} from '../../following/internal/copyAccount.server';
import { advanceCopy, findActs } from '../../following/internal/copyActs.server';
import { chargeShare } from '../../following/internal/leaderShare.server';
import { notifyCopyStopped, notifyCopyStopping, notifyMoneyWithdrawn } from '../../internal/mail.server';
import { loadCopyPeople } from '../../internal/people.server';
import { getWithdrawalHoldEnd } from '../../rules';

export type Copy = typeof copyTable.$inferSelect;
export type CopyFlowRow = typeof copyFlow.$inferSelect;

/**
 * Outcome of ending a copy. `due`: text with the latest time at which its money returns. `closing`: the money returns once all positions
 * are closed.
 */
export type Ended = { id: string; journalId?: string; due?: string; closing?: true };

export type CopyEnd = {
  /** Reason shown to the owner, a sentence without a full stop. */
  reason: string;
  /** Time from which results no longer reach the copy. Defaults to now; earlier if a result with an earlier date ends the copy. */
  at?: Date;
  byTrade?: string;
};

/** Ends an advanced copy and notifies its owner. In live mode its cash waits for earlier results (`getDueTime`). */
export async function endCopy(tx: Handle, by: Actor, ending: Copy, how: CopyEnd): Promise<Result<Ended>> {
  const { reason, at = now(), byTrade = null } = how;
  if (hasPositions(ending)) return await endPositions(tx, by, ending, { reason, at });
  const dueAt = await getDueTime(tx, ending, at);
  const set = { stoppedAt: at, stopReason: reason, endedByTradeId: byTrade };
  if (!dueAt) return await payOut(tx, by, ending, { event: 'stop', reason, set });
  const change = { id: ending.id, event: 'begin-stop' as const, by, reason, set: { ...set, dueAt } };
  const moved = await advanceCopy(tx, change);
  if (!moved.ok) return moved;
  await notifyCopyStopping(tx, await loadCopyPeople(tx, ending), {
    ref: await getEndingRef(tx, ending.id),
    reason,
    dueAt,
  });
  return done({ id: ending.id, due: utcText(dueAt) });
}

export async function endCopyOrThrow(tx: Handle, copy: Copy, ending: CopyEnd): Promise<void> {
  const ended = await endCopy(tx, SYSTEM_ACTOR, copy, ending);
  if (!ended.ok) throw new Error(`Copy ${copy.id} could not stop at its floor: ${ended.error.message}`);
}

/**
 * Ends a copy with positions. Free money returns immediately; the other money returns when the last market has opened
 * and all positions are closed.
 */
async function endPositions(tx: Handle, by: Actor, ending: Copy, { reason, at }: { reason: string; at: Date }) {
  const { copy: closed, dueAt } = await closePositions(tx, ending, at);
  const set = { stoppedAt: at, stopReason: reason };
  if (!dueAt) return await payOut(tx, by, closed, { event: 'stop', reason, set });
  const change = { id: closed.id, event: 'begin-stop' as const, by, reason, set: { ...set, dueAt } };
  const moved = await advanceCopy(tx, change);
  if (!moved.ok) return moved;
  await clearSumOfCopies(tx, closed.traderId);
  const standing = await computeValuation(tx, closed);
  if (standing && standing.free > 0n) await debitFreeMoney(tx, closed, standing.free);
  await notifyCopyStopping(tx, await loadCopyPeople(tx, ending), {
    ref: await getEndingRef(tx, ending.id),
    reason,
    dueAt,
    closing: true,
  });
  return done({ id: closed.id, due: utcText(dueAt), closing: true as const });
}

async function debitFreeMoney(tx: Handle, copy: Copy, amount: bigint): Promise<void> {
  const flow = { id: newId(), copyId: copy.id, userId: copy.userId, kind: 'take-out' as const, amount, at: now() };
  await tx.insert(copyFlow).values({ ...flow, dueAt: null, moved: null, movedAt: null });
  await payCopyWithdrawal(tx, copy, { ...flow, dueAt: null, moved: null, movedAt: null });
}

export async function continueStopping(tx: Handle, stopping: Copy): Promise<void> {
  const { copy: closed, dueAt, floorAt } = await closePositions(tx, stopping, stopping.stoppedAt ?? now());
  const copy = floorAt ? { ...closed, stoppedAt: floorAt, stopReason: describeEndReason(closed) } : closed;
  const { stoppedAt, stopReason } = copy;
  await tx.update(copyTable).set({ stoppedAt, stopReason, dueAt }).where(eq(copyTable.id, copy.id));
  if (!dueAt && !(await finishStop(tx, copy)).ok) throw new Error(`Copy ${copy.id} could not finish its stop`);
}

/** Pays out a copy that was stopping. All results from before its stop must have reached it. */
export async function finishStop(tx: Handle, stopping: Copy): Promise<Result<Ended>> {
  const reason = stopping.stopReason ?? '';
  return await payOut(tx, SYSTEM_ACTOR, stopping, { event: 'finish-stop', reason, set: { dueAt: null } });
}

export async function getDueTime(tx: Handle, { traderId }: Copy, at: Date): Promise<Date | null> {
  const [leader] = await verified(tx, trader, { id: traderId });
  return getWithdrawalHoldEnd(at, { complete: leader?.logCompleteUntil ?? null, time: now(), live: !isPaper() });
}

type PayOut = { event: 'stop' | 'finish-stop'; reason: string; set: Partial<Copy> };

async function payOut(tx: Handle, by: Actor, ending: Copy, { event, reason, set }: PayOut): Promise<Result<Ended>> {
  const { id, userId } = ending;
  const [flows, ref] = await Promise.all([findAll(tx, copyFlow, { copyId: id }), getEndingRef(tx, id)]);
  const waiting = flows.filter(({ movedAt }) => movedAt === null).sort((one, other) => (one.id < other.id ? -1 : 1));
  let current = await chargeShare(tx, ending, 'stop', now().getTime());
  const { result } = current;
  for (const flow of waiting) current = await payCopyWithdrawal(tx, current, flow);
  const returned = getCopyBalance(current);
  // The whole balance is withdrawn: net contributions and result then add up to zero, as in the copy's ledger account.
  const change = { id, event, by, reason, set: { ...set, contributed: -result } };
  const moved = await advanceCopy(tx, change);
  if (!moved.ok) return moved;
  const ended: Ended = { id };
  if (returned > 0n) {
    const legs = [{ debit: allocatedAccount(id, userId), credit: availableAccount(userId), amount: returned }];
    const head = { kind: 'copy-stopped', ref, actor: formatActor(by), reason, effectiveAt: now() } as const;
    ended.journalId = (await mustPost(tx, { ...head, legs })).journalId;
    if (hasPositions(ending)) await recordCashChange(tx, id, -returned, 'investor');
  }
  await notifyCopyStopped(tx, await loadCopyPeople(tx, ending), { ref, reason, returned, result });
  return done(ended);
}

/** Returns the business reference of the journal that ends a copy: its ID, with a number if the copy has ended before and returned. */
export async function getEndingRef(tx: Handle, id: string): Promise<string> {
  const acts = (await findActs(tx, [id])).get(id) ?? [];
  const times = acts.filter(({ act }) => act === 'return').length;
  return times > 0 ? `${id}:${times}` : id;
}

/**
 * Pays a requested withdrawal from a copy, or a smaller amount if losses with an earlier date left less.
 * @returns the changed copy
 */
export async function payCopyWithdrawal(tx: Handle, copy: Copy, { id, amount: requested }: CopyFlowRow): Promise<Copy> {
  const amount = smaller(requested, getCopyBalance(copy));
  await tx.update(copyFlow).set({ moved: amount, movedAt: now() }).where(eq(copyFlow.id, id));
  if (amount === 0n) return copy;
  const legs = [{ debit: allocatedAccount(copy.id, copy.userId), credit: availableAccount(copy.userId), amount }];
  await mustPost(tx, { kind: 'copy-reduced', ref: id, actor: 'system', effectiveAt: now(), legs });
  const contributed = copy.contributed - amount;
  await tx.update(copyTable).set({ contributed }).where(eq(copyTable.id, copy.id));
  await recordCashChange(tx, copy.id, -amount, 'investor');
  await notifyMoneyWithdrawn(tx, await loadCopyPeople(tx, copy), { requested, amount });
  return { ...copy, contributed };
}
