import { and, asc, eq, exists, gte, inArray, sql } from 'drizzle-orm';
import { copy as copyTable, mirror, trade } from '#drizzle/schema';
import { allocated, reserve } from '~/ledger/chartOfAccounts';
import { type JournalEntry, postMany } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { carryOrEnd } from '../following/internal/carryOrEnd.server';
import { hasPositions, tellCash } from '../following/internal/copyAccount.server';
import { type Copy, mustEnd } from '../lifecycle/internal/endCopy.server';
import { endsBy } from '../rules';
import { draftsOf, isFor, type Mirror, signed, type TypedResult, WHY } from './internal/drafts.server';
import { voidInCopy } from './internal/voidMirrors.server';

/** Applies one typed result to copies that it has not reached, at most `most`. @returns to how many */
export async function mirrorToSome(tx: Handle, tradeId: string, most: number): Promise<number> {
  const copiesDue = async () =>
    await tx
      .select({ copy: copyTable, trade })
      .from(trade)
      .innerJoin(copyTable, isFor(tx))
      .where(eq(trade.id, tradeId))
      .orderBy(asc(copyTable.id))
      .limit(most);
  const found = await copiesDue();
  const following = found.map(({ copy }) => copy).filter(hasPositions);
  if (following.length > 0) await carryOrEnd(tx, following);
  // Some may have ended at their floor.
  const due = following.length > 0 ? await copiesDue() : found;
  const [first] = due;
  if (!first) return found.length;
  await applyTrade(
    tx,
    first.trade,
    due.map((row) => row.copy),
  );
  return found.length;
}

/**
 * Brings one copy up to date with its leader, in order of the dates. Called before its owner changes something, so that the change does
 * not affect what happened before it.
 * @returns the copy after it
 */
export async function catchUp(tx: Handle, copyId: string): Promise<Copy> {
  const due = await tx
    .select({ trade })
    .from(copyTable)
    .innerJoin(trade, isFor(tx))
    .where(and(eq(copyTable.id, copyId), gte(trade.at, copyTable.startedAt)))
    .orderBy(asc(trade.at), asc(trade.id));
  await carryOrEnd(tx, [await copyById(tx, copyId)]);
  await voidInCopy(tx, copyId);
  let current = await copyById(tx, copyId);
  for (const { trade: each } of due) {
    // An earlier result may have ended the copy.
    if (current.stoppedAt && current.stoppedAt <= each.at) continue;
    await applyTrade(tx, each, [current]);
    current = await copyById(tx, copyId);
  }
  return current;
}

async function copyById(tx: Handle, id: string): Promise<Copy> {
  const [found] = await tx.select().from(copyTable).where(eq(copyTable.id, id));
  if (!found) throw new Error(`There is no copy ${id}`);
  return found;
}

/** Posts one typed result to copies that it has not reached, and writes for each what it brought or why nothing. */
async function applyTrade(tx: Handle, of: TypedResult, copies: Copy[]): Promise<void> {
  const drafts = await draftsOf(tx, of, copies);
  const moving = drafts.filter(({ row }) => row.status === 'posted');
  const answers = await postMany(
    tx,
    moving.map(({ copy, row }) => mirrorEntry(row, copy)),
  );
  for (const [at, { copy, row }] of moving.entries()) {
    const answer = answers[at];
    if (answer?.ok) {
      copy.result += signed(row);
    } else if (answer?.error.code === 'insufficient' && answer.error.account === reserve.market.code) {
      Object.assign(row, { status: 'waiting', reason: WHY.reserve, postedAt: null });
    } else {
      throw new Error(`Trade ${of.id} could not be posted to copy ${copy.id}: ${answer?.error.code}`);
    }
  }
  await insertAll(
    tx,
    mirror,
    drafts.map(({ row }) => row),
  );
  const changed = moving.filter(({ row }) => row.status === 'posted');
  await insertAll(
    tx,
    copyTable,
    changed.map(({ copy }) => copy),
    ['result'],
  );
  for (const { copy, row, leaving } of changed) {
    if (hasPositions(copy)) {
      // The floor of a copy with positions depends on prices; the job `copies-at-floor` checks it.
      await tellCash(tx, copy.id, signed(row), 'operator');
      continue;
    }
    const reason = endsBy(copy, leaving);
    if (reason) await mustEnd(tx, copy, { reason, at: of.at, byTrade: of.id });
  }
}

/** The journal of a result of a copy. The money comes from or goes to the market reserve, never another user. */
export function mirrorEntry({ copyId, tradeId, type, amount }: Mirror, { userId }: Copy): JournalEntry {
  const account = allocated(copyId, userId);
  const leg =
    type === 'profit' ? { debit: reserve.market, credit: account } : { debit: account, credit: reserve.market };
  return {
    kind: type === 'profit' ? 'copy-profit' : 'copy-loss',
    ref: `${copyId}:${tradeId}`,
    actor: 'system',
    // For the copier it counts from now on; the row of the mirror keeps the leader's date.
    effectiveAt: now(),
    legs: [{ ...leg, amount }],
  };
}

/** Among some typed results, the one with the earliest date that has not reached all its copies yet. */
export async function firstUnreached(handle: Reader, tradeIds: string[]): Promise<string | null> {
  const unreached = exists(handle.select({ one: sql`1` }).from(copyTable).where(isFor(handle)));
  const [found] = await handle
    .select({ id: trade.id })
    .from(trade)
    .where(and(inArray(trade.id, tradeIds), unreached))
    .orderBy(asc(trade.at), asc(trade.id))
    .limit(1);
  return found?.id ?? null;
}
