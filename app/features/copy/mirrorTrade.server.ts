import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { copy as copyTable, event as eventTable, mirror, trade, trader } from '#drizzle/schema';
import { allocated, reserve } from '~/ledger/chart';
import { formatUsd } from '~/ledger/money';
import { type Entry, postMany } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import { findAll, type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { SYSTEM } from '~/platform/states';
import { leaderCapital } from '../traders';
import { type Copy, endCopy } from './endCopy.server';
import { equityOf, mirroredShare } from './rules';

export type Trade = typeof trade.$inferSelect;
type Mirror = typeof mirror.$inferSelect;

/** Why a result changed nothing, or not yet, as the copier reads it. */
const WHY = {
  paused: 'This copy was paused',
  stopped: 'This copy had stopped before the result was recorded',
  nothing: 'Your share comes to less than a cent',
  reserve: 'It waits until the reserve behind copies can pay it',
  capped: 'More than the copy held was lost, so the rest is not yours to bear',
} as const;

/**
 * When a trade is for a copy: the copy was there before the trade was recorded (ids are in order of time), had begun at
 * its date, had not stopped at its date, and the trade has not reached it yet.
 */
const isFor = (tx: Handle): SQL | undefined =>
  and(
    eq(copyTable.traderId, trade.traderId),
    lt(copyTable.id, trade.id),
    lte(copyTable.startedAt, trade.at),
    or(isNull(copyTable.stoppedAt), gt(copyTable.stoppedAt, trade.at)),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(mirror)
        .where(and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id))),
    ),
  );

/** Brings one trade to at most `most` of the copies it has not reached. @returns how many those were */
export async function mirrorToSome(tx: Handle, tradeId: string, most: number): Promise<number> {
  const due = await tx
    .select({ copy: copyTable, trade })
    .from(trade)
    .innerJoin(copyTable, isFor(tx))
    .where(eq(trade.id, tradeId))
    .orderBy(asc(copyTable.id))
    .limit(most);
  const [first] = due;
  if (!first) return 0;
  await applyTrade(
    tx,
    first.trade,
    due.map((row) => row.copy),
  );
  return due.length;
}

/**
 * Brings to one copy all that its leader did and that has not reached it, oldest first, so that what its owner now changes
 * does not change what happened before.
 * @returns the copy after it
 */
export async function catchUp(tx: Handle, copyId: string): Promise<Copy> {
  const due = await tx
    .select({ trade })
    .from(copyTable)
    .innerJoin(trade, isFor(tx))
    .where(and(eq(copyTable.id, copyId), gte(trade.at, copyTable.startedAt)))
    .orderBy(asc(trade.id));
  let current = await copyById(tx, copyId);
  for (const { trade: each } of due) {
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

/** Posts one trade to copies that it has not reached, and keeps for each what came of it. */
async function applyTrade(tx: Handle, of: Trade, copies: Copy[]): Promise<void> {
  const [leader] = await tx.select().from(trader).where(eq(trader.id, of.traderId));
  if (!leader) throw new Error(`Trade ${of.id} has no trader`);
  const paused = await pausedAt(tx, of.at, copies);
  // As it was when the trade was recorded: a later edit of the trader scales no result.
  const capital = of.capital ?? leaderCapital(leader);
  const drafts = copies.map((each) => ({ copy: each, row: draft(of, each, capital, paused.has(each.id)) }));

  const moving = drafts.filter(({ row }) => row.status === 'posted');
  const answers = await postMany(
    tx,
    moving.map(({ copy, row }) => entryOf(row, copy)),
  );
  for (const [at, { copy, row }] of moving.entries()) {
    const answer = answers[at];
    if (answer?.ok) {
      copy.result += of.type === 'profit' ? row.amount : -row.amount;
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
  const changed = moving.filter(({ row }) => row.status === 'posted').map(({ copy }) => copy);
  await insertAll(tx, copyTable, changed, ['result']);
  for (const each of changed) await stopAtFloor(tx, each);
}

function draft(of: Trade, copy: Copy, capital: bigint, wasPaused: boolean): Mirror {
  const equity = equityOf(copy);
  const row: Mirror = {
    id: newId(),
    copyId: copy.id,
    tradeId: of.id,
    userId: copy.userId,
    pair: of.pair,
    amount: 0n,
    type: of.type,
    equityBefore: equity,
    status: 'skipped',
    reason: null,
    at: of.at,
    postedAt: null,
  };
  if (copy.status === 'stopped') return { ...row, reason: WHY.stopped };
  if (copy.status === 'paused' || wasPaused) return { ...row, reason: WHY.paused };
  const amount = mirroredShare(of, equity, capital);
  if (amount === 0n) return { ...row, reason: WHY.nothing };
  const capped = of.type === 'loss' && of.amount > capital;
  return { ...row, amount, status: 'posted', reason: capped ? WHY.capped : null, postedAt: now() };
}

/** The journal of a mirrored result: from or to the market reserve, and never to or from another user. */
export function entryOf({ copyId, tradeId, type, amount }: Mirror, { userId }: Copy): Entry {
  const account = allocated(copyId, userId);
  const leg =
    type === 'profit' ? { debit: reserve.market, credit: account } : { debit: account, credit: reserve.market };
  return {
    kind: type === 'profit' ? 'copy-profit' : 'copy-loss',
    ref: `${copyId}:${tradeId}`,
    actor: 'system',
    // The result counts for the copier from when it reaches them; the leader's date is in the mirror's row.
    effectiveAt: now(),
    legs: [{ ...leg, amount }],
  };
}

/** Which of some copies were paused at an instant, by the record of their events. */
async function pausedAt(tx: Handle, at: Date, copies: Copy[]): Promise<Set<string>> {
  const ids = copies.map(({ id }) => id);
  const events = await findAll(tx, eventTable, { thing: 'copy', thingId: ids });
  const before = events.filter((each) => each.at <= at && (each.event === 'pause' || each.event === 'resume'));
  before.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const paused = new Set<string>();
  for (const { thingId, event } of before) {
    if (event === 'pause') paused.add(thingId);
    else paused.delete(thingId);
  }
  return paused;
}

/** A copy stops itself at the floor its owner set, or when nothing is left in it. */
async function stopAtFloor(tx: Handle, copy: Copy): Promise<void> {
  const equity = equityOf(copy);
  const { floor } = copy;
  if (equity > (floor ?? 0n)) return;
  const reason = floor && equity > 0n ? `it fell to its floor of ${formatUsd(floor)}` : 'nothing is left in it';
  const ended = await endCopy(tx, SYSTEM, copy, reason);
  if (!ended.ok) throw new Error(`Copy ${copy.id} could not stop at its floor: ${ended.error.message}`);
}

/** The oldest of some trades that has not reached every copy it is for. */
export async function firstUnreached(handle: Handle, tradeIds: string[]): Promise<string | null> {
  const [found] = await handle
    .select({ id: trade.id })
    .from(trade)
    .innerJoin(copyTable, isFor(handle))
    .where(inArray(trade.id, tradeIds))
    .orderBy(asc(trade.id))
    .limit(1);
  return found?.id ?? null;
}
