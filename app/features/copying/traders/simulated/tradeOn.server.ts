import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, count, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { copy, trader, tradingAccount, tradingOrder } from '#drizzle/schema';
import { DAY, MINUTE, now, SECOND } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { Order } from '~/trading/accounts/account';
import { findSavedAccount, type SavedAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { saveSnapshots } from '~/trading/accounts/snapshots.server';
import type { LeaderProgress } from '~/trading/leaders/run';
import { type DayEnd, runByDays, windingDownStrategy } from '~/trading/leaders/runByDays';
import type { Strategy } from '~/trading/leaders/strategy';
import { canSimulate, findStrategy, getSimulatedMarket } from './simulatedTrader.server';

/** Milliseconds of computing after which the job yields to requests. */
const YIELD_INTERVAL_MS = 10;
/** Interval at which an idle account is saved, so that advancing it later stays short. */
const IDLE_SAVE_INTERVAL_MS = 10 * MINUTE;

type AdvancedStep = { progress: LeaderProgress; orders: Order[]; days: DayEnd[] };

/**
 * Returns the current strategy of a trader; null if it is unknown. The strategy of a retired trader only closes
 * positions.
 */
function getCurrentStrategy(row: { strategy: string | null; status: string }): Strategy | null {
  const strategy = findStrategy(row.strategy);
  if (!strategy) return null;
  return row.status === 'retired' ? windingDownStrategy(strategy) : strategy;
}

/** Advances the simulated trader who is furthest behind, for some milliseconds. @returns whether more is left */
export async function advanceNextSimulatedTrader(): Promise<boolean> {
  if (!canSimulate()) return false;
  const to = roundToSecond(now().getTime());
  const rows = await read()
    .select({ id: trader.id, strategy: trader.strategy, status: trader.status, until: tradingAccount.until })
    .from(trader)
    .innerJoin(tradingAccount, eq(tradingAccount.id, trader.id))
    .where(and(eq(trader.source, 'engine'), lt(tradingAccount.until, new Date(to))))
    .orderBy(asc(tradingAccount.until), asc(trader.id));
  let began = performance.now();
  const enough = () => performance.now() - began > YIELD_INTERVAL_MS;
  let wrote = false;
  for (const row of rows) {
    const strategy = getCurrentStrategy(row);
    const saved = strategy && (await findSavedAccount(read(), row.id));
    if (!strategy || !saved?.memory) continue;
    if (row.status === 'retired' && isFlat(saved)) continue;
    const went = runByDays(strategy, getSimulatedMarket(), { ...saved, memory: saved.memory }, to, enough);
    if (shouldWriteStep(saved, went)) {
      await write((tx) => saveStep(tx, row.id, saved, went), { users: [], traders: [row.id] });
      wrote = true;
    }
    if (!enough()) continue;
    if (wrote) return true;
    // Nothing was written in this run, so the rows read before it are still valid.
    await nextTurn();
    began = performance.now();
  }
  return false;
}

/**
 * Advances a simulated trader to an instant (milliseconds) in the caller's transaction, before a copy starts or ends.
 */
export async function advanceSimulatedTrader(tx: Handle, traderId: string, to: number): Promise<void> {
  const [row] = await verified(tx, trader, eq(trader.id, traderId));
  const strategy = row?.source === 'engine' && canSimulate() ? getCurrentStrategy(row) : null;
  const saved = strategy && (await findSavedAccount(tx, traderId));
  if (!row || !strategy || !saved?.memory || (row.status === 'retired' && isFlat(saved))) return;
  const went = runByDays(strategy, getSimulatedMarket(), { ...saved, memory: saved.memory }, roundToSecond(to));
  if (went.progress.until > saved.until) await saveStep(tx, traderId, saved, went);
}

const roundToSecond = (at: number): number => Math.floor(at / SECOND) * SECOND;

const isFlat = ({ account }: SavedAccount): boolean => Object.keys(account.positions).length === 0;

const shouldWriteStep = (saved: SavedAccount, { progress, orders, days }: AdvancedStep): boolean =>
  orders.length > 0 ||
  days.length > 0 ||
  progress.until - saved.until >= IDLE_SAVE_INTERVAL_MS ||
  JSON.stringify(progress.memory) !== JSON.stringify(saved.memory);

/** Writes the orders of a simulated trader, unless another process has advanced it meanwhile. */
async function saveStep(tx: Handle, id: string, before: SavedAccount, went: AdvancedStep): Promise<void> {
  const [is] = await tx
    .select({ until: tradingAccount.until, orders: tradingAccount.orders })
    .from(tradingAccount)
    .where(eq(tradingAccount.id, id));
  if (is?.until.getTime() !== before.until || is.orders !== before.account.orders) return;
  await saveAccount(tx, id, went.progress, went.orders);
  const snapshots = [];
  for (const end of went.days) {
    snapshots.push({ ...end, flows: await sumFlowsOn(tx, id, end.day), copies: await countCopiesOn(tx, id, end.day) });
  }
  await saveSnapshots(tx, id, snapshots);
}

async function sumFlowsOn(tx: Handle, accountId: string, day: number): Promise<bigint> {
  const rows = await tx
    .select({ flow: tradingOrder.flow })
    .from(tradingOrder)
    .where(
      and(
        eq(tradingOrder.accountId, accountId),
        gte(tradingOrder.at, new Date(day)),
        lt(tradingOrder.at, new Date(day + DAY)),
        eq(tradingOrder.kind, 'flow'),
      ),
    );
  return rows.reduce((sum, { flow }) => sum + flow, 0n);
}

export async function countCopiesOn(handle: Reader, traderId: string, day: number): Promise<number> {
  const end = new Date(day + DAY);
  const [row] = await handle
    .select({ n: count() })
    .from(copy)
    .where(
      and(eq(copy.traderId, traderId), lt(copy.startedAt, end), or(isNull(copy.stoppedAt), gte(copy.stoppedAt, end))),
    );
  return row?.n ?? 0;
}
