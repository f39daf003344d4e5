import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { copy, leaderStake, stakeShortage, trader } from '#drizzle/schema';
import { getPricesFor, isCurrent } from '~/features/copying/quotes/prices.server';
import { formatBps, formatUsd } from '~/ledger/money';
import { DAY, now, SECOND } from '~/platform/clock';
import { findAll, type Handle, insertAll, isTransaction, type Reader } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { readSetting } from '~/platform/installation/settings.server';
import { type Refusal, refuse } from '~/platform/result';
import { durationText } from '~/platform/text/durationText';
import type { Order } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { withMoneyAt } from '~/trading/accounts/later';
import { calculateEquity } from '~/trading/accounts/margin';
import { MAX_QUOTE_AGE_MS } from '~/trading/tradingTerms';

/* Setting for a leader's stake: the smallest equity of their own, as a part of the equity of all running copies. Orders
   placed with a smaller stake open nothing in copies. */

export const STAKE_SETTING = 'leader-stake-bps';

const WHOLE_BPS_OF_EQUITY = 10_000n;

/** Sources of traders who must have a stake: orders placed by a person or a person's program. */
const SOURCES_WITH_STAKE: ReadonlySet<string> = new Set(['investor', 'signal']);

const isCovered = (equity: bigint, held: bigint, bps: bigint): boolean => equity * WHOLE_BPS_OF_EQUITY >= held * bps;

async function sumOfCopies(handle: Reader, traderId: string): Promise<bigint> {
  const [row] = await handle
    .select({ sum: sql<bigint>`cast(coalesce(sum(${copy.contributed} + ${copy.result}), 0) as text)`.mapWith(BigInt) })
    .from(copy)
    .where(and(eq(copy.traderId, traderId), inArray(copy.status, ['active', 'paused']), isNotNull(copy.leaderOrder)));
  return row?.sum ?? 0n;
}

/**
 * Returns the equity of a leader's running copies in cents, summed once a UTC day and after each change; null if no
 * stake is required.
 */
async function loadEquityOfCopies(tx: Handle, traderId: string, at: number): Promise<bigint | null> {
  const [row] = await verified(tx, leaderStake, { id: traderId });
  const day = new Date(Math.floor(at / DAY) * DAY);
  if (row?.day && row.held !== null && row.day >= day) return row.held;
  if (!(await needsStake(tx, traderId))) return null;
  const held = await sumOfCopies(tx, traderId);
  await insertAll(tx, leaderStake, [{ id: traderId, held, day }], ['held', 'day']);
  return held;
}

export function prefetchStake(tx: Handle, traderId: string): void {
  prefetchVerified(tx, leaderStake, { id: traderId });
  prefetchVerified(tx, trader, { id: traderId });
}

async function needsStake(handle: Reader, traderId: string): Promise<boolean> {
  const find = isTransaction(handle) ? verified : findAll;
  const [leader] = await find(handle, trader, { id: traderId });
  return leader !== undefined && SOURCES_WITH_STAKE.has(leader.source);
}

export async function clearSumOfCopies(tx: Handle, traderId: string): Promise<void> {
  const [row] = await verified(tx, leaderStake, { id: traderId });
  if (row && row.held !== null) await tx.update(leaderStake).set({ held: null }).where(eq(leaderStake.id, traderId));
}

export async function recordStake(tx: Handle, traderId: string, rows: readonly Order[]): Promise<void> {
  const orders = rows.filter(({ size }) => size !== 0n);
  const last = orders.at(-1);
  const held = last ? await loadEquityOfCopies(tx, traderId, last.at) : null;
  if (held === null) return;
  const stakeBps = await readSetting(tx, STAKE_SETTING);
  let open = await findOpenShortage(tx, traderId);
  for (const { number, at, equityBefore: equity } of orders) {
    const enough = isCovered(equity, held, BigInt(stakeBps));
    if (enough && open) {
      await tx.update(stakeShortage).set({ untilOrder: number }).where(eq(stakeShortage.id, open.id));
      open = null;
    } else if (!enough && !open) {
      open = { id: newId(), traderId, fromOrder: number, untilOrder: null, equity, held, stakeBps, at: new Date(at) };
      await tx.insert(stakeShortage).values(open);
    }
  }
}

type Shortage = Omit<typeof stakeShortage.$inferSelect, 'toldUpTo' | 'toldAt'>;

async function findOpenShortage(handle: Reader, traderId: string): Promise<Shortage | null> {
  const [row] = await handle
    .select()
    .from(stakeShortage)
    .where(and(eq(stakeShortage.traderId, traderId), isNull(stakeShortage.untilOrder)))
    .orderBy(desc(stakeShortage.fromOrder))
    .limit(1);
  return row ?? null;
}

export async function findOrdersWithoutStake(handle: Reader, traderId: string): Promise<(number: number) => boolean> {
  const shortages = await handle
    .select({ from: stakeShortage.fromOrder, until: stakeShortage.untilOrder })
    .from(stakeShortage)
    .where(eq(stakeShortage.traderId, traderId));
  return (number) => shortages.some(({ from, until }) => from <= number && (until === null || number < until));
}

export const lacksStake =
  sql<boolean>`exists (select 1 from ${stakeShortage} where ${stakeShortage.traderId} = ${copy.traderId} and ${isNull(stakeShortage.untilOrder)})`.mapWith(
    Boolean,
  );

/** Current stake of a leader in cents: own equity, equity of the running copies, and the required stake (`stakeBps` of that equity). */
export type Stake = { own: bigint; held: bigint; needed: bigint; stakeBps: number; enough: boolean };

/** Returns the current stake of a leader; null if none is required or the leader's equity is unknown. */
export async function computeStake(handle: Reader, traderId: string): Promise<Stake | null> {
  const saved = (await needsStake(handle, traderId)) ? await findSavedAccount(handle, traderId) : null;
  if (!saved) return null;
  const prices = await getPricesFor(saved);
  const second = Math.floor(now().getTime() / SECOND) * SECOND;
  if (!isCurrent(prices, saved.account, second)) return null;
  const own = calculateEquity(withMoneyAt(saved.account), midsAt(prices, second));
  const held = await sumOfCopies(handle, traderId);
  const stakeBps = await readSetting(handle, STAKE_SETTING);
  const needed = (held * BigInt(stakeBps) + WHOLE_BPS_OF_EQUITY - 1n) / WHOLE_BPS_OF_EQUITY;
  return { own, held, needed, stakeBps, enough: isCovered(own, held, BigInt(stakeBps)) };
}

/**
 * Refuses contributions that the leader's stake does not cover. Otherwise a stranger's large copy could stop all copies from opening
 * positions.
 */
export async function refuseBeyondStake(tx: Handle, traderId: string): Promise<{ ok: false; error: Refusal } | null> {
  const stake = await computeStake(tx, traderId);
  if (!stake && (await needsStake(tx, traderId)) && (await findSavedAccount(tx, traderId))) {
    const message = `The trader’s positions have had no prices in the last ${durationText(MAX_QUOTE_AGE_MS)}, so their stake can’t be computed. Try again soon.`;
    return refuse('no-quotes', message, 'amount');
  }
  if (!stake || stake.enough) return null;
  const over = stake.held - (stake.own * WHOLE_BPS_OF_EQUITY) / BigInt(stake.stakeBps);
  return refuse(
    'no-stake',
    `That is ${formatUsd(over)} more than the trader’s own money permits: it must be at least ${formatBps(stake.stakeBps)} of the money in copies. Choose a smaller amount, or another trader.`,
    'amount',
  );
}
