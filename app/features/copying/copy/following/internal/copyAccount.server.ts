import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { copiedOrder, copy as copyTable, tradingAccount, tradingOrder, tradingPosition } from '#drizzle/schema';
import { clearSumOfCopies, findOrdersWithoutStake } from '~/features/copying/leaderStake/stake.server';
import { getPricesFor, isCurrent } from '~/features/copying/quotes/prices.server';
import { settleOrders } from '~/features/copying/settlement/settle.server';
import { allocatedAccount } from '~/ledger/chartOfAccounts';
import { formatBps, formatUsd } from '~/ledger/money';
import { DAY, now } from '~/platform/clock';
import { type Handle, insertAll, type Reader, updateAll } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { shouldYield, yieldToRequests } from '~/platform/process/concurrency';
import { type Account, EMPTY_ACCOUNT, listPositions, type Order, type OrderSource } from '~/trading/accounts/account';
import {
  findSavedAccount,
  findSavedAccounts,
  openAccount,
  type SavedAccount,
  saveAccount,
  saveAccounts,
} from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { bookedCash, withMoneyAt } from '~/trading/accounts/later';
import {
  calculateAccountExposure,
  calculateEquity,
  type MidPriceOf,
  maxWithdrawal,
  requiredMargin,
} from '~/trading/accounts/margin';
import { marketOpensAt } from '~/trading/contracts';
import { closeAll } from '~/trading/copying/closeAll';
import type { CopiedOutcome } from '~/trading/copying/copied';
import { type DaySpread, NO_SPREAD } from '~/trading/copying/daySpread';
import {
  type FollowedCopy,
  type FollowTerms,
  follow,
  type LeaderLog,
  leaderOrders,
  secondOf,
} from '~/trading/copying/follow';
import { moneyReservedForOrders } from '~/trading/copying/reserved';
import { takeOverPositions } from '~/trading/copying/takeOver';
import { calculateFloor, listMonthEnds, markAfterFlow, safeMove } from '~/trading/copying/terms';
import { max, type Ratio } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { openingOrders, placeTransfer, recordFlow } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';
import { getCopyBalance } from '../../capital';
import { NO_DAY_SPREAD } from '../../daySpread';
import { notifyDaySpread, notifyFirstTrade, notifyPositionsOpened } from '../../internal/mail.server';
import { loadCopyPeople } from '../../internal/people.server';
import type { WithdrawalTerms } from '../../rules';
import { WHOLE_BPS } from '../../schema';
import { FUNDED_COPY_STATES } from '../../states';
import { type CopySettings, loadSettingsAsOf } from './asOf.server';
import { type AdvanceMode, advanceLeader, NeedsLeaderError } from './leader.server';
import { carryLossesForward, chargeShare, computeLeaderShare } from './leaderShare.server';

/*
 * The account of a copy that follows its leader's orders, from its opening to its closing. The file is long because it holds all code
 * that writes such an account or decides when the account is checked next.
 */

type Copy = typeof copyTable.$inferSelect;

const toPart = (bps: number | null): Ratio | null => (bps === null ? null : [BigInt(bps), BigInt(WHOLE_BPS)]);

const getDaySpread = (bps: number): Ratio | null => toPart(bps < NO_DAY_SPREAD ? bps : null);

const getSpreadState = ({ spreadDay, spreadPaid }: Copy): DaySpread =>
  spreadDay === null ? NO_SPREAD : { day: spreadDay.getTime(), paid: spreadPaid ?? 0n };

const toSpreadColumns = ({ day, paid }: DaySpread) =>
  paid === 0n ? {} : { spreadDay: new Date(day), spreadPaid: paid };

export const hasPositions = ({ leaderOrder }: Pick<Copy, 'leaderOrder'>): boolean => leaderOrder !== null;

/** Returns the equity, in cents, at which a copy with positions ends; 0 if it ends only when its money is lost. */
export function getCurrentFloor({ floor, floorBps, contributed }: Copy): bigint {
  if (floor !== null) return floor;
  const part = toPart(floorBps);
  return (part && calculateFloor({ part }, contributed)) ?? 0n;
}

export const describeEndReason = (copy: Copy): string => {
  const floor = getCurrentFloor(copy);
  return floor > 0n ? `it fell to its floor of ${formatUsd(floor)}` : 'nothing is left in it';
};

const getCurrentSecond = (): number => Math.floor(now().getTime() / 1_000) * 1_000;

const MAX_LOG_ROWS = 5_000;

async function readLogAfter(tx: Handle, traderId: string, account: Account, after: number): Promise<LeaderLog> {
  const rows: Order[] = [];
  for (let from = after; ; ) {
    const page = await findOrders(tx, traderId, from, MAX_LOG_ROWS);
    rows.push(...page);
    if (page.length < MAX_LOG_ROWS) return { orders: leaderOrders(account, rows), last: account.orders };
    from = page.at(-1)?.number ?? from;
  }
}

/** Opens the account of a new copy with its money and, if requested, the leader's positions, scaled. Copies of manual results have no account. */
export async function openPositions(tx: Handle, copy: Copy, takesOver: boolean): Promise<void> {
  const found = await advanceLeader(tx, copy.traderId, 'act');
  if (!found) return;
  const { saved: leader, prices } = found;
  const second = secondOf(copy.startedAt.getTime());
  const put = recordFlow(EMPTY_ACCOUNT, copy.contributed, 'investor', second, 0n);
  const at = prices.until(second);
  const started = { account: put.account, until: at, leaderOrder: leader.account.orders, spread: NO_SPREAD };
  const lastOf = await findLastOrderNumber(tx, copy.traderId);
  const limits = { cap: toPart(copy.capBps), daySpread: () => getDaySpread(copy.daySpreadBps) };
  const taken: FollowedCopy = takesOver
    ? takeOverPositions(started, leader.account, (id) => lastOf.get(id) ?? 0, limits, prices, copy.startedAt.getTime())
    : { ...started, orders: [], copied: [], atFloor: false };
  // The account starts when it is opened, even if earlier prices become known later.
  const stored = { account: taken.account, memory: null, until: second };
  const opening = { id: copy.id, kind: 'copy', createdAt: copy.startedAt, feed: leader.feed } as const;
  await openAccount(tx, opening, stored, [put.order, ...taken.orders]);
  const first = await isFirstTrade(tx, copy, taken.copied);
  await saveCopied(tx, [{ copyId: copy.id, copied: taken.copied }]);
  if (first) await notifyFirstTrade(tx, await loadCopyPeople(tx, copy), { ref: copy.id, copied: taken.copied });
  const highWaterMark = copy.contributed + (await carryLossesForward(tx, copy));
  const set = { leaderOrder: started.leaderOrder, highWaterMark, ...toSpreadColumns(taken.spread) };
  await tx
    .update(copyTable)
    .set({ ...set, ...computeCheckColumns(copy, taken.account, at, prices) })
    .where(eq(copyTable.id, copy.id));
  await clearSumOfCopies(tx, copy.traderId);
}

function computeCheckColumns(
  copy: Copy,
  account: Account,
  at: number,
  prices: Prices,
): Pick<Copy, 'lookedFrom' | 'safeMove'> {
  const mids = midsAt(prices, at);
  const move = safeMove(
    calculateEquity(account, mids),
    getCurrentFloor(copy),
    calculateAccountExposure(account, mids),
    requiredMargin(account, mids),
  );
  // An order that waits for the second of its fill, or money that takes effect later, is due at the next full minute.
  const waitsNow = prices.quoted === null && account.waiting.some(({ since }) => since <= at);
  const isSoon = waitsNow || account.later.length > 0;
  return { lookedFrom: isSoon ? null : new Date(Math.floor(at / DAY) * DAY), safeMove: Number(move) };
}

const hasTraded = ({ orders }: CopiedOutcome): boolean => orders.length > 0;

/** Returns whether these are the first trades of any of the owner's copies. */
async function isFirstTrade(tx: Handle, { userId }: Copy, copied: readonly CopiedOutcome[]): Promise<boolean> {
  if (!copied.some(hasTraded)) return false;
  const [earlier] = await tx
    .select({ id: copiedOrder.id })
    .from(copiedOrder)
    .innerJoin(copyTable, eq(copyTable.id, copiedOrder.copyId))
    .where(and(eq(copyTable.userId, userId), isNotNull(copiedOrder.firstOrder)))
    .limit(1);
  return earlier === undefined;
}

async function saveCopied(
  tx: Handle,
  of: readonly { copyId: string; copied: readonly CopiedOutcome[] }[],
): Promise<void> {
  const rows = of.flatMap(({ copyId, copied }) =>
    copied.map((row) => ({
      ...row,
      id: newId(),
      copyId,
      firstOrder: row.orders[0]?.number ?? null,
      lastOrder: row.orders.at(-1)?.number ?? null,
      at: new Date(row.at),
    })),
  );
  await insertAll(tx, copiedOrder, rows);
}

/** Copy after advancing. `floorAt` is the time at which it reached its floor, so that the caller ends it; null if it has not. */
export type AdvancedCopy = { copy: Copy; floorAt: Date | null };

type Step = { copy: Copy; before: SavedAccount; followed: FollowedCopy };

/** Advances a trader's copies to now or `until`, and sets `floorAt` of those at their floor. Skips copies of manual results. */
export async function advanceCopies(
  tx: Handle,
  copies: readonly Copy[],
  work: AdvanceMode = 'act',
  until = Number.POSITIVE_INFINITY,
): Promise<AdvancedCopy[]> {
  const following = copies.filter(hasPositions);
  const [first] = following;
  const advanced = new Map(copies.map((copy): [string, AdvancedCopy] => [copy.id, { copy, floorAt: null }]));
  const leader = first ? await advanceLeader(tx, first.traderId, work) : null;
  if (!first || !leader) return [...advanced.values()];
  const { prices } = leader;
  const to = Math.min(leader.until, until);
  const from = Math.min(...following.map(({ leaderOrder }) => leaderOrder ?? 0));
  const log = await readLogAfter(tx, first.traderId, leader.saved.account, from);
  const lacksStake = await findOrdersWithoutStake(tx, first.traderId);
  const running = (ids: readonly string[]) =>
    ids.flatMap((id) => advanced.get(id) ?? []).flatMap(({ copy, floorAt }) => (floorAt ? [] : copy));
  const advanceSome = async (ids: readonly string[], end: number, mayHoldBack: boolean) => {
    const goal = { prices, to: end, mayHoldBack, lacksStake };
    for (const one of await advanceCopiesTo(tx, running(ids), log, goal)) advanced.set(one.copy.id, one);
  };
  for (const { end, ids } of await findDueShares(tx, following, to)) {
    if (work === 'beside' && ids.length > 0) throw new NeedsLeaderError('A share of the leader is due');
    await advanceSome(ids, end, false);
    for (const copy of running(ids)) {
      advanced.set(copy.id, { copy: await chargeShare(tx, copy, 'month', end), floorAt: null });
    }
  }
  await advanceSome(
    following.map(({ id }) => id),
    to,
    work !== 'act',
  );
  return copies.map((copy) => advanced.get(copy.id) ?? { copy, floorAt: null });
}

async function findDueShares(
  tx: Handle,
  copies: readonly Copy[],
  to: number,
): Promise<{ end: number; ids: string[] }[]> {
  const sharing = copies.filter(({ shareBps }) => shareBps > 0).map(({ id }) => id);
  if (sharing.length === 0) return [];
  const accounts = await verified(tx, tradingAccount, { id: sharing });
  const earliest = Math.min(...accounts.map(({ until }) => until.getTime()));
  return listMonthEnds(earliest, to).map((end) => ({
    end,
    ids: accounts.filter(({ until }) => until.getTime() < end).map(({ id }) => id),
  }));
}

/** Returns whether advancing changed a copy. Between two prices of a live source, nothing changes. */
const hasAdvanced = ({ until }: SavedAccount, { leaderOrder }: Copy, followed: FollowedCopy): boolean =>
  followed.until > until || followed.leaderOrder !== leaderOrder || followed.orders.length > 0 || followed.atFloor;

const getCurrentSettings = ({ status, daySpreadBps }: Copy): CopySettings => ({
  paused: () => status === 'paused',
  daySpreadBps: () => daySpreadBps,
});

/** Returns the settings of copies at a leader's order. The simulated market fills immediately, so the current settings apply. */
const loadSettingsAt = async (
  tx: Handle,
  copies: readonly Copy[],
  { quoted }: Prices,
): Promise<(copy: Copy) => CopySettings> => (quoted ? await loadSettingsAsOf(tx, copies) : getCurrentSettings);

function toFollowTerms(copy: Copy, { paused, daySpreadBps }: CopySettings): Omit<FollowTerms, 'lacksStake'> {
  return {
    cap: toPart(copy.capBps),
    floor: (notYet) => getCurrentFloor({ ...copy, contributed: copy.contributed - notYet }),
    daySpread: (at) => getDaySpread(daySpreadBps(at)),
    paused,
    begun: copy.startedAt.getTime(),
  };
}

type AdvanceGoal = { prices: Prices; to: number; mayHoldBack: boolean } & Pick<FollowTerms, 'lacksStake'>;

/** Advances copies of one trader to an instant. The caller charges the monthly share at each end of a month. */
async function advanceCopiesTo(
  tx: Handle,
  following: readonly Copy[],
  log: LeaderLog,
  { prices, to, mayHoldBack, lacksStake }: AdvanceGoal,
): Promise<AdvancedCopy[]> {
  const ids = following.map(({ id }) => id);
  // Prefetches the versions too, since writing the accounts needs them.
  prefetchVerified(tx, tradingAccount, { id: ids });
  prefetchVerified(tx, tradingPosition, { accountId: ids });
  const accounts = await findSavedAccounts(tx, ids);
  const setOf = await loadSettingsAt(tx, following, prices);
  const steps: Step[] = [];
  for (const copy of following) {
    // SQLite's statements are synchronous, so the loop yields to requests between copies.
    if (shouldYield()) await yieldToRequests();
    const before = accounts.get(copy.id);
    if (!before) throw new Error(`Copy ${copy.id} has no account`);
    const { account, until } = before;
    const follower = { account, until, leaderOrder: copy.leaderOrder ?? 0, spread: getSpreadState(copy) };
    const terms = { ...toFollowTerms(copy, setOf(copy)), lacksStake };
    const followed = follow(follower, log, terms, prices, Math.max(to, before.until), mayHoldBack);
    if (hasAdvanced(before, copy, followed)) steps.push({ copy, before, followed });
  }
  await yieldToRequests();
  const settled = await settleOrders(
    tx,
    steps.map(({ copy, before, followed }) => ({
      id: copy.id,
      ledger: allocatedAccount(copy.id, copy.userId),
      before: before.account,
      after: followed.account,
      orders: followed.orders,
    })),
  );
  const advanced = steps.map(({ copy, before, followed }, index) => {
    const account = settled[index] ?? followed.account;
    const { until, leaderOrder, atFloor, spread } = followed;
    const result = copy.result + bookedCash(account) - bookedCash(before.account);
    const reached = listDaysOverSpread(copy, followed.copied).at(-1);
    const spreadNow = { ...toSpreadColumns(spread), ...(reached && { spreadReached: reached }) };
    const after = { ...copy, result, leaderOrder, ...spreadNow, ...computeCheckColumns(copy, account, until, prices) };
    return { copy: after, floorAt: atFloor ? new Date(until) : null };
  });
  await yieldToRequests();
  await saveAccounts(
    tx,
    steps.map(({ copy, followed: { until, orders, account } }, index) => ({
      id: copy.id,
      state: { account: settled[index] ?? account, memory: null, until },
      orders,
    })),
  );
  await yieldToRequests();
  const firsts = new Set<string>();
  for (const { copy, before, followed } of steps) {
    // A copy that has traded has positions or a result, unless it ended exactly even.
    const isUntouched = listPositions(before.account).length === 0 && copy.result === 0n;
    if (isUntouched && (await isFirstTrade(tx, copy, followed.copied))) firsts.add(copy.id);
  }
  await saveCopied(
    tx,
    steps.map(({ copy, followed: { copied } }) => ({ copyId: copy.id, copied })),
  );
  await updateAll(
    tx,
    copyTable,
    advanced.map(
      ({ copy: { id, result, leaderOrder, spreadDay, spreadPaid, spreadReached, lookedFrom, safeMove } }) => ({
        ...{ id, result, leaderOrder, spreadDay, spreadPaid, spreadReached, lookedFrom, safeMove },
      }),
    ),
  );
  for (const { copy, followed } of steps) {
    for (const day of listDaysOverSpread(copy, followed.copied)) {
      const bound = formatBps(copy.daySpreadBps);
      await notifyDaySpread(tx, await loadCopyPeople(tx, copy), { ref: copy.id, day, bound });
    }
    const queued = followed.copied.filter(
      ({ takenOver, instrument, skipped }) =>
        takenOver && skipped !== 'ended' && marketOpensAt(instrument, copy.startedAt) !== null,
    );
    const isFirst = firsts.has(copy.id);
    const news = { ref: copy.id, copied: queued.length > 0 ? queued : followed.copied, isFirst };
    if (queued.length > 0) await notifyPositionsOpened(tx, await loadCopyPeople(tx, copy), news);
    else if (isFirst) await notifyFirstTrade(tx, await loadCopyPeople(tx, copy), news);
  }
  return advanced;
}

function listDaysOverSpread({ spreadReached }: Copy, copied: readonly CopiedOutcome[]): Date[] {
  const days = copied
    .filter(({ skipped, cut }) => skipped === 'day-spread' || cut === 'day-spread')
    .map(({ at }) => Math.floor(at / DAY) * DAY)
    .filter((day) => spreadReached === null || day > spreadReached.getTime());
  return [...new Set(days)].sort((a, b) => a - b).map((day) => new Date(day));
}

async function mustAccount(tx: Handle, id: string): Promise<SavedAccount> {
  const saved = await findSavedAccount(tx, id);
  if (!saved) throw new Error(`Copy ${id} has no account`);
  return saved;
}

/**
 * Copy whose positions are being closed. `dueAt`: time when the last open position will close; null when all are
 * closed. `floorAt`: time at which the copy reached its floor before its end; null if it did not.
 */
type ClosedPositions = { copy: Copy; dueAt: Date | null; floorAt: Date | null };

/** Closes each position of an ending copy at the first open second of its market. @returns the changed copy */
export async function closePositions(tx: Handle, ending: Copy, from: Date): Promise<ClosedPositions> {
  const { copy, floorAt } = await advanceToEnd(tx, ending, from);
  const before = await mustAccount(tx, copy.id);
  const prices = await getPricesFor(before);
  // If the clock was set back, the account stays at the time to which it was advanced before.
  const to = Math.max(prices.until(getCurrentSecond()), before.until);
  const { account: held, until: reached } = before;
  const follower = { account: held, until: reached, leaderOrder: copy.leaderOrder ?? 0, spread: getSpreadState(copy) };
  const lacksStake = await findOrdersWithoutStake(tx, copy.traderId);
  const terms = { ...toFollowTerms(copy, (await loadSettingsAt(tx, [copy], prices))(copy)), lacksStake };
  const end = (floorAt ?? from).getTime();
  const mayGet = await canOpenPositions(tx, copy.traderId);
  const closed = closeAll(follower, terms, prices, { from: end, to, now: now().getTime(), mayGet });
  const { account: after, orders, until, dueAt, copied, spread } = closed;
  const ledger = allocatedAccount(copy.id, copy.userId);
  const [account = after] = await settleOrders(tx, [{ id: copy.id, ledger, before: held, after, orders }]);
  await saveAccount(tx, copy.id, { account, memory: null, until }, orders);
  await saveCopied(tx, [{ copyId: copy.id, copied }]);
  const result = copy.result + bookedCash(account) - bookedCash(held);
  const set = { result, ...toSpreadColumns(spread) };
  await tx.update(copyTable).set(set).where(eq(copyTable.id, copy.id));
  return { copy: { ...copy, ...set }, dueAt: dueAt === null ? null : new Date(dueAt), floorAt };
}

/** Advances a copy to its end as far as prices are known. Only prices before the end are used. */
async function advanceToEnd(tx: Handle, copy: Copy, from: Date): Promise<AdvancedCopy> {
  const { until } = await mustAccount(tx, copy.id);
  const end = secondOf(from.getTime());
  if (until >= end) return { copy, floorAt: null };
  const [carried] = await advanceCopies(tx, [copy], 'act', end);
  return carried ?? { copy, floorAt: null };
}

async function canOpenPositions(tx: Handle, traderId: string): Promise<boolean> {
  const leader = await findSavedAccount(tx, traderId);
  return leader !== null && openingOrders(leader.account).length > 0;
}

/** Values of a copy with positions, cents. `free` can be withdrawn; `share` is the leader's share if it were charged now. */
export type CopyValuation = {
  account: Account;
  equity: bigint;
  free: bigint;
  share: bigint;
  mids: MidPriceOf;
  prices: Prices;
  at: number;
  until: number;
};

/**
 * Returns the values of copies at one instant, by ID. Copies of manual results are omitted.
 * @param preloaded accounts that were read already
 */
export async function computeValuations(
  handle: Reader,
  copies: readonly Copy[],
  preloaded?: Map<string, SavedAccount>,
): Promise<Map<string, CopyValuation>> {
  const following = copies.filter(hasPositions);
  if (following.length === 0) return new Map();
  const at = getCurrentSecond();
  const ids = following.map(({ id }) => id);
  const accounts = preloaded ?? (await findSavedAccounts(handle, ids));
  const byFeed = new Map<SavedAccount['feed'], { prices: Prices; mids: MidPriceOf }>();
  const standings = new Map<string, CopyValuation>();
  for (const copy of following) {
    const saved = accounts.get(copy.id);
    if (!saved) continue;
    let known = byFeed.get(saved.feed);
    if (!known) {
      const prices = await getPricesFor(saved);
      known = { prices, mids: midsAt(prices, at) };
      byFeed.set(saved.feed, known);
    }
    const { prices, mids } = known;
    const { until } = saved;
    const account = withMoneyAt(saved.account);
    const share = computeLeaderShare(copy, account, mids).paid;
    // The leader's share and the reservation for waiting orders are not free. Without current prices nothing counts as
    // free.
    const bound = share + moneyReservedForOrders(account, mids);
    const free = isCurrent(prices, account, at) ? max(maxWithdrawal(account, mids) - bound, 0n) : 0n;
    standings.set(copy.id, { account, equity: calculateEquity(account, mids), free, share, mids, prices, at, until });
  }
  return standings;
}

export const computeValuation = async (handle: Reader, copy: Copy): Promise<CopyValuation | null> =>
  (await computeValuations(handle, [copy])).get(copy.id) ?? null;

/** Returns the limits of a withdrawal from a copy; `pending` is the amount already requested (cents). */
export const getWithdrawalTerms = (
  copy: Copy,
  valuation: CopyValuation | null,
  pending: bigint,
  minimum: bigint,
): WithdrawalTerms => ({
  worth: valuation?.equity ?? getCopyBalance(copy),
  free: valuation?.free ?? null,
  leaving: pending,
  minimum,
  floorAfter: (amount) =>
    valuation ? getCurrentFloor({ ...copy, contributed: copy.contributed - amount }) : (copy.floor ?? 0n),
});

/** Records a change of a copy's cash (cents) that no position caused; `by` is 'operator' for manual results. */
export async function recordCashChange(tx: Handle, copyId: string, change: bigint, by: OrderSource): Promise<void> {
  const [row] = await verified(tx, copyTable, eq(copyTable.id, copyId));
  if (!row || !hasPositions(row) || change === 0n) return;
  const saved = await mustAccount(tx, copyId);
  const at = now().getTime();
  // An ended copy can't change any more, so it needs no further check.
  const hasEnded = !FUNDED_COPY_STATES.includes(row.status);
  const until = hasEnded ? Math.max(saved.until, getCurrentSecond()) : saved.until;
  const before = hasEnded ? withMoneyAt(saved.account) : saved.account;
  const { account, order } = placeTransfer(before, await getPricesFor(saved), { cents: change, by, at, until });
  await saveAccount(tx, copyId, { ...saved, account, until }, [order]);
  const highWaterMark = by === 'operator' ? row.highWaterMark : markAfterFlow(row.highWaterMark ?? 0n, change);
  // Without a date the copy is checked again at the next full minute.
  await tx.update(copyTable).set({ highWaterMark, lookedFrom: null }).where(eq(copyTable.id, copyId));
  await clearSumOfCopies(tx, row.traderId);
}

async function findLastOrderNumber(tx: Handle, accountId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: tradingOrder.instrument, last: sql<number>`max(${tradingOrder.number})`.mapWith(Number) })
    .from(tradingOrder)
    .where(eq(tradingOrder.accountId, accountId))
    .groupBy(tradingOrder.instrument);
  return new Map(rows.map(({ id, last }) => [id ?? '', last]));
}
