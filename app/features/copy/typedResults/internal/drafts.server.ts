import { and, eq, gt, gte, inArray, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { type COPY_ACTS, copyFlow, copy as copyTable, mirror, trade } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { findAll, type Handle, type Reader } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { allocatedOf } from '../../capital';
import { actsOf } from '../../following/internal/copyActs.server';
import type { Copy } from '../../lifecycle/internal/endCopy.server';
import { endsBy, equityAt, leaving, mirroredShare } from '../../rules';
import { COUNTED } from '../../states';

export type TypedResult = typeof trade.$inferSelect;
export type Mirror = typeof mirror.$inferSelect;

/**
 * What one typed result is to do to one copy. `leaving`: money that the owner has asked to take out and that is still in the
 * copy, cents (see `leaving` in `rules.ts`).
 */
export type Draft = { copy: Copy; row: Mirror; leaving: bigint };

/** Why a result changed nothing, or not yet, as the copier reads it. */
export const WHY = {
  paused: 'This copy was paused',
  stopped: 'This copy had stopped before the result was recorded',
  nothing: 'Your share comes to less than a cent',
  reserve: 'It waits until the reserve behind copies can pay it',
  capped: 'More than the copy held was lost, so the rest is not yours to bear',
} as const;

/** A result with its sign, cents. */
export const signed = ({ type, amount }: { type: 'profit' | 'loss'; amount: bigint }): bigint =>
  type === 'profit' ? amount : -amount;

/**
 * When a trade is for a copy: the copy was there before the trade was recorded (ids are in order of time), had begun at
 * its date, had not stopped at its date, and the trade has not reached it yet and is not voided.
 */
export const isFor = (handle: Reader): SQL | undefined =>
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

/** What a trade will do to each copy that it has not reached yet, by what the copy held at the time of the trade. */
export async function draftsOf(tx: Handle, of: TypedResult, copies: Copy[]): Promise<Draft[]> {
  const ids = copies.map(({ id }) => id);
  const paused = await pausedAt(tx, of.at, copies);
  const flows = await findAll(tx, copyFlow, { copyId: ids });
  const later = await laterResults(tx, of, ids);
  return copies.map((copy) => {
    const own = flows.filter(({ copyId }) => copyId === copy.id);
    const then = equityAt({ equity: allocatedOf(copy), flows: own, later: later.get(copy.id) ?? 0n }, of.at);
    return { copy, row: draft(of, copy, { then, paused: paused.has(copy.id) }), leaving: leaving(own) };
  });
}

type Basis = { then: bigint; paused: boolean };

function draft(of: TypedResult, copy: Copy, { then, paused }: Basis): Mirror {
  const row: Mirror = {
    id: newId(),
    copyId: copy.id,
    tradeId: of.id,
    userId: copy.userId,
    pair: of.pair,
    amount: 0n,
    type: of.type,
    equityBefore: then,
    status: 'skipped',
    reason: null,
    at: of.at,
    postedAt: null,
  };
  if (copy.status === 'stopped') return { ...row, reason: WHY.stopped };
  if (paused) return { ...row, reason: WHY.paused };
  // The capital is as it was when the trade was recorded: a later edit of the trader scales no result.
  const amount = mirroredShare(of, { then, now: allocatedOf(copy) }, of.capital);
  if (amount === 0n) return { ...row, reason: WHY.nothing };
  const capped = of.type === 'loss' && amount < (of.amount * then) / of.capital;
  return { ...row, amount, status: 'posted', reason: capped ? WHY.capped : null, postedAt: now() };
}

/** The sums of what later trades have brought some copies already, cents; copies that none has reached are left out. */
async function laterResults(tx: Handle, of: TypedResult, copies: string[]): Promise<Map<string, bigint>> {
  const isLater = or(gt(trade.at, of.at), and(eq(trade.at, of.at), gt(trade.id, of.id)));
  const rows = await tx
    .select({ copyId: mirror.copyId, type: mirror.type, amount: mirror.amount })
    .from(trade)
    .innerJoin(mirror, and(eq(mirror.tradeId, trade.id), inArray(mirror.copyId, copies)))
    .where(and(eq(trade.traderId, of.traderId), gte(trade.at, of.at), isLater, inArray(mirror.status, COUNTED)));
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.copyId, (sums.get(row.copyId) ?? 0n) + signed(row));
  return sums;
}

/** Returns whether a copy takes no results after an act. */
const PASSING: Partial<Record<(typeof COPY_ACTS)[number], boolean>> = {
  pause: true,
  stop: true,
  'begin-stop': true,
  return: true,
  resume: false,
};

/** Returns those of some copies that took no results at an instant, by their acts. */
async function pausedAt(tx: Handle, at: Date, copies: Copy[]): Promise<Set<string>> {
  const acts = await actsOf(
    tx,
    copies.map(({ id }) => id),
  );
  // A copy still takes results of the instant at which it ended: the one that ended it has that date.
  const isBefore = (each: { act: string; at: Date }) => each.at < at || (each.at <= at && !each.act.endsWith('stop'));
  const isPaused = ({ id }: Copy) => {
    const before = (acts.get(id) ?? []).filter((each) => each.act in PASSING && isBefore(each));
    // Acts of the same instant are in the order that they were done in.
    const last = before.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
    return last !== undefined && PASSING[last.act] === true;
  };
  return new Set(copies.filter(isPaused).map(({ id }) => id));
}

/** Why a copy ends by itself now (see `endsBy`). */
export async function endsNow(tx: Handle, copy: Copy): Promise<string | null> {
  return endsBy(copy, leaving(await findAll(tx, copyFlow, { copyId: copy.id })));
}
