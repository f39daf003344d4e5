import { and, asc, eq, exists, inArray, isNotNull, isNull, like, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { onPostgres } from '#drizzle/columns';
import { copy, copyFlow, mirror, TRADING_FEEDS, trade, trader, tradingAccount } from '#drizzle/schema';
import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { getStripe, STRIPE_COUNT } from '~/ledger/posting/accounts.server';
import { after, DAY, MINUTE, now, SECOND } from '~/platform/clock';
import { claimUsers, findAll, type Handle, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { Job } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import type { TradingFeed } from '~/trading/accounts/accounts.server';
import { CONTRACTS } from '~/trading/contracts';
import { lastOpen, openingAt } from '~/trading/hours';
import type { Prices, QuotedPrices } from '~/trading/prices/prices';
import { CLOSE_OUT_INTERVALS_MS, COPY_DELAY_MS } from '~/trading/tradingTerms';
import { getLocksOfCopies } from './copyLocks.server';
import { applyResultToBatch, findNextManualResult } from './following/closedResults.server';
import { advanceOrEndCopies } from './following/internal/advanceOrEndCopies.server';
import { saveDays } from './following/internal/copyDays.server';
import { saveShortfalls } from './following/internal/fellShort.server';
import { NeedsLeaderError } from './following/internal/leader.server';
import { notifyShortages } from './following/internal/notifyShortages.server';
import { payWaiting, payWaitingPositions } from './following/internal/payWaiting.server';
import { reverseResultBatch } from './following/internal/reverseResults.server';
import {
  BATCHES_IN_A_REQUEST,
  COPIES_PER_BATCH,
  COPIES_PER_CATCH_UP,
  COPIES_PER_VOIDING,
  RESULTS_PER_MARKING,
} from './internal/batchSizes';
import { releaseCopy, releaseWithdrawal } from './lifecycle/internal/releaseCopy.server';
import { stopAfterCatchUp } from './lifecycle/stopCopy.server';
import { RUNNING_COPY_STATES } from './states';

type Copy = typeof copy.$inferSelect;

/** Age in milliseconds after which every open transaction has seen a manual result or its voiding. */
const COMMIT_LAG_MS = 2 * MINUTE;

/** Applies a manual result or a reversal to copies that lack it. A crash loses no progress. @returns whether more may be left */
export async function applyResultBatch(): Promise<boolean> {
  const next = await findNextManualResult(read());
  if (next) {
    await write((tx) => applyResultToBatch(tx, next, COPIES_PER_BATCH));
    return true;
  }
  const lastChange = sql`coalesce(${trade.voidedAt}, ${trade.recordedAt})`;
  const settled = await read()
    .select({ id: trade.id })
    .from(trade)
    .where(and(isNull(trade.reachedAt), lte(lastChange, after(now(), -COMMIT_LAG_MS).getTime())))
    .limit(RESULTS_PER_MARKING);
  const ids = settled.map(({ id }) => id);
  const set = { reachedAt: now() };
  if (ids.length > 0) await write((tx) => tx.update(trade).set(set).where(inArray(trade.id, ids)));
  return ids.length === RESULTS_PER_MARKING;
}

/** Pays profits and reversed losses that waited for the market reserve. @returns whether more may be payable */
async function payFromReserve(): Promise<boolean> {
  const more = (await payWaitingPositions()) || (await payWaiting());
  const [waits] = await read().select({ id: mirror.id }).from(mirror).where(eq(mirror.status, 'voiding')).limit(1);
  if (!waits) return more;
  const tried = await write((tx) => reverseResultBatch(tx, ['voiding'], undefined, COPIES_PER_VOIDING));
  return more || (tried.includes(true) && tried.length === COPIES_PER_VOIDING);
}

export async function endCopiesOfRetired(): Promise<boolean> {
  const due = await read()
    .select({ copy })
    .from(trader)
    .innerJoin(copy, and(eq(copy.traderId, trader.id), inArray(copy.status, RUNNING_COPY_STATES)))
    .where(eq(trader.status, 'retired'))
    .orderBy(asc(copy.id))
    .limit(COPIES_PER_BATCH);
  let ended = 0;
  for (const { copy: each } of due) {
    const end = await write(
      (tx) => stopAfterCatchUp(tx, SYSTEM_ACTOR, each, 'the trader retired'),
      getLocksOfCopies([each]),
    );
    if (end.ok) ended += 1;
  }
  return ended > 0 && due.length === COPIES_PER_BATCH;
}

/** Releases withdrawals from copies once no earlier result can arrive. @returns whether more may be left */
export async function releaseBatch(): Promise<boolean> {
  const handle = read();
  const ready = (at: SQLiteColumn, dueAt: SQLiteColumn) => or(lte(dueAt, now()), lte(at, trader.logCompleteUntil));
  const flows = await handle
    .select({ flow: copyFlow, copy })
    .from(copyFlow)
    .innerJoin(copy, eq(copy.id, copyFlow.copyId))
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(and(isNull(copyFlow.movedAt), ready(copyFlow.at, copyFlow.dueAt)))
    .orderBy(asc(copyFlow.id))
    .limit(COPIES_PER_BATCH);
  for (const { flow, copy: of } of flows) await write((tx) => releaseWithdrawal(tx, flow.id), getLocksOfCopies([of]));
  const stopping = await handle
    .select({ copy })
    .from(copy)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(and(eq(copy.status, 'stopping'), ready(copy.stoppedAt, copy.dueAt)))
    .orderBy(asc(copy.id))
    .limit(COPIES_PER_BATCH);
  for (const { copy: of } of stopping) await write((tx) => releaseCopy(tx, of.id), getLocksOfCopies([of]));
  return flows.length === COPIES_PER_BATCH || stopping.length === COPIES_PER_BATCH;
}

/** Applies pending orders of leaders to copies. A crash loses no progress. @returns whether more may be left */
export async function followNextBatch(): Promise<boolean> {
  let moved = 0;
  for (const { id, orders } of await findLeadersAhead()) moved += await followLeader(id, orders);
  return moved > 0;
}

async function followLeader(traderId: string, orders: number): Promise<number> {
  const behind = await findFurthestBehind(traderId, orders);
  const first = Math.floor(Math.random() * STRIPE_COUNT);
  const batches = Math.min(CONCURRENT_BATCHES, Math.ceil(behind.length / COPIES_PER_CATCH_UP));
  const moved = Array.from({ length: batches }, (_, at) => {
    const from = first + Math.floor((at * STRIPE_COUNT) / batches);
    return followBatch(traderId, orders, orderByStripe(behind, from));
  });
  return (await Promise.all(moved)).reduce((sum, each) => sum + each, 0);
}

/**
 * Applies orders of a leader to some copies.
 * @returns the number of orders applied, and of copies that another process advanced meanwhile
 */
async function followBatch(
  traderId: string,
  orders: number,
  behind: readonly Pick<Copy, 'id' | 'userId' | 'traderId'>[],
): Promise<number> {
  let claimed: { id: string; userId: string; traderId: string }[] = [];
  try {
    return await write(
      async (tx) => {
        const owners = await claimUsers(
          tx,
          behind.map(({ userId }) => userId),
          COPIES_PER_CATCH_UP,
        );
        claimed = behind.filter(({ userId }) => owners.includes(userId));
        const copies = await loadCopies(tx, claimed);
        const left = copies.filter(({ leaderOrder }) => (leaderOrder ?? 0) < orders);
        return copies.length - left.length + (await advanceOrEndCopies(tx, left, 'beside'));
      },
      { users: [], followed: [traderId] },
    );
  } catch (error) {
    if (!(error instanceof NeedsLeaderError)) throw error;
    const advanceSome = async (tx: Handle) => await advanceOrEndCopies(tx, await loadCopies(tx, claimed), 'job');
    return await write(advanceSome, getLocksOfCopies(claimed));
  }
}

/**
 * Sorts copies by the ledger stripe of their owners, since postings to different stripes need not wait for each
 * other.
 */
function orderByStripe<T extends { userId: string }>(copies: readonly T[], first: number): T[] {
  const placed = copies.map((copy) => ({ copy, place: (getStripe(copy.userId) + first) % STRIPE_COUNT }));
  return placed.sort((one, other) => one.place - other.place).map(({ copy }) => copy);
}

async function findLeadersAhead() {
  const behind = read()
    .select({ one: sql`1` })
    .from(copy)
    .where(
      and(
        eq(copy.traderId, trader.id),
        inArray(copy.status, RUNNING_COPY_STATES),
        lt(copy.leaderOrder, tradingAccount.orders),
      ),
    );
  // Checks for traders first, since there are few traders, while each copy also has an account.
  const account = read()
    .select({ one: sql`1` })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.id, trader.id), ne(tradingAccount.kind, 'copy'), exists(behind)));
  const ahead = await read().select({ id: trader.id }).from(trader).where(exists(account));
  return await findAll(read(), tradingAccount, { id: ahead.map(({ id }) => id) });
}

/** Number of batches that one process advances concurrently while it serves requests. SQLite allows only one writer. */
const CONCURRENT_BATCHES = onPostgres ? 2 : 1;

const COPIES_PER_CHECK = STRIPE_COUNT * COPIES_PER_CATCH_UP;

/**
 * Returns the copies of a leader that are furthest behind in its log. Runs one query per state, since the index starts with the state.
 */
async function findFurthestBehind(traderId: string, orders: number) {
  const due: Pick<Copy, 'id' | 'userId' | 'traderId'>[] = [];
  for (const status of RUNNING_COPY_STATES) {
    if (due.length === COPIES_PER_CHECK) break;
    const some = await read()
      .select({ id: copy.id, userId: copy.userId, traderId: copy.traderId })
      .from(copy)
      .where(and(eq(copy.traderId, traderId), eq(copy.status, status), lt(copy.leaderOrder, orders)))
      .orderBy(asc(copy.leaderOrder))
      .limit(COPIES_PER_CHECK - due.length);
    due.push(...some);
  }
  return due;
}

const loadCopies = (tx: Handle, due: readonly { id: string }[]) => verified(tx, copy, { id: due.map(({ id }) => id) });

/**
 * Returns the largest move of any price from the start of a day to an instant, between its lowest and highest price,
 * in millionths.
 */
function computeLargestMove(prices: Prices, day: number, to: number): number {
  return CONTRACTS.reduce((furthest, { id }) => {
    const { low, high } = prices.bounds(id, day, to);
    return low > 0n ? Math.max(furthest, Number(((high - low) * 1_000_000n) / low) + 1) : furthest;
  }, 0);
}

/**
 * Ends copies at their floor or close-out. Checks copies once a day, and when prices have moved far enough.
 * @returns whether more may be left
 */
export async function endCopiesAtFloor(): Promise<boolean> {
  let more = false;
  for (const feed of TRADING_FEEDS) more = (await checkBatchOf(feed)) || more;
  return more;
}

async function checkBatchOf(feed: TradingFeed): Promise<boolean> {
  const prices = await getPricesFor({ feed });
  const minute = Math.floor(prices.until(now().getTime()) / MINUTE) * MINUTE;
  const today = Math.floor(minute / DAY) * DAY;
  const near = lte(copy.safeMove, computeLargestMove(prices, today, minute));
  const due = await read()
    .select({ copy })
    .from(copy)
    .innerJoin(tradingAccount, and(eq(tradingAccount.id, copy.id), lt(tradingAccount.until, new Date(minute))))
    .where(
      and(
        inArray(copy.status, RUNNING_COPY_STATES),
        isNotNull(copy.leaderOrder),
        eq(tradingAccount.feed, feed),
        or(isNull(copy.lookedFrom), lt(copy.lookedFrom, new Date(today)), near, isQueuedUntil(minute)),
      ),
    )
    .orderBy(asc(tradingAccount.until), asc(copy.traderId), asc(copy.id))
    .limit(COPIES_PER_BATCH);
  if (prices.quoted) due.push(...(await selectWaitingForQuotes(prices)));
  const byTrader = new Map<string, Copy[]>();
  for (const { copy: each } of due) byTrader.set(each.traderId, [...(byTrader.get(each.traderId) ?? []), each]);
  let advanced = 0;
  for (const copies of byTrader.values()) {
    const ids = copies.map(({ id }) => id);
    advanced += await write(async (tx) => {
      const before = await sumUntil(tx, ids);
      await advanceOrEndCopies(tx, await loadCopies(tx, copies), 'job');
      return (await sumUntil(tx, ids)) > before ? 1 : 0;
    }, getLocksOfCopies(copies));
  }
  // Copies stay due while their leader was not advanced to this time. Without the first condition, the job would
  // repeat immediately.
  return advanced > 0 && due.length >= COPIES_PER_BATCH;
}

/** Returns the condition for accounts with queued positions that have not been advanced past the latest market opening. */
function isQueuedUntil(minute: number) {
  const openings = CONTRACTS.map(({ hours }) => openingAt(hours, lastOpen(hours, minute)).from);
  const isQueued = like(sql`cast(${tradingAccount.waiting} as text)`, '%"takesOver"%');
  return and(lt(tradingAccount.until, new Date(Math.max(...openings) + COPY_DELAY_MS)), isQueued);
}

/** Returns copies with waiting orders whose instrument has a newer price than the copy's last update. */
async function selectWaitingForQuotes({ quoted }: QuotedPrices): Promise<{ copy: typeof copy.$inferSelect }[]> {
  const quotedSince = CONTRACTS.flatMap(({ id }) => {
    const last = quoted.last(id);
    const waits = sql`cast(${tradingAccount.waiting} as text) like ${`%"${id}"%`}`;
    return last === null ? [] : and(waits, lt(tradingAccount.until, new Date(last)));
  });
  if (quotedSince.length === 0) return [];
  return await read()
    .select({ copy })
    .from(copy)
    .innerJoin(tradingAccount, and(eq(tradingAccount.id, copy.id), eq(tradingAccount.feed, 'exchange')))
    .where(and(inArray(copy.status, RUNNING_COPY_STATES), or(...quotedSince)))
    .orderBy(asc(tradingAccount.until), asc(copy.id))
    .limit(COPIES_PER_BATCH);
}

/** Returns the sum of the times that accounts have been advanced to; any progress increases it. */
const sumUntil = async (tx: Handle, ids: string[]): Promise<number> =>
  (await findAll(tx, tradingAccount, { id: ids })).reduce((sum, { until }) => sum + until.getTime(), 0);

export const copyJobs: Job[] = [
  { name: 'mirror', everyMs: SECOND, run: applyResultBatch },
  { name: 'copied-orders', everyMs: SECOND, run: followNextBatch, everywhere: true },
  { name: 'leaders-without-stake', everyMs: 5 * SECOND, run: notifyShortages },
  { name: 'copies-at-floor', everyMs: CLOSE_OUT_INTERVALS_MS.copies, run: endCopiesAtFloor },
  { name: 'days-of-copies', everyMs: 10 * SECOND, run: saveDays },
  { name: 'copies-fell-short', everyMs: MINUTE, run: saveShortfalls },
  { name: 'waiting-profits', everyMs: 5 * SECOND, run: payFromReserve },
  { name: 'copies-of-retired', everyMs: 5 * SECOND, run: endCopiesOfRetired },
  { name: 'copies-stopping', everyMs: 5 * SECOND, run: releaseBatch },
];

/** Runs a job immediately, so that the next page shows its effect. If that fails, the scheduled job does it later. */
export async function runJobNow(run: () => Promise<boolean>): Promise<void> {
  try {
    for (let batch = 0; batch < BATCHES_IN_A_REQUEST && (await run()); batch++);
  } catch (error) {
    log().warn({ err: error }, 'orders are left to the job');
  }
}
