import { and, asc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { trade, trader, traderFigures } from '#drizzle/schema';
import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { DAY, now, SECOND } from '~/platform/clock';
import { type Handle, insertAll, type Reader, read, write } from '~/platform/db/index.server';
import { listPositions } from '~/trading/accounts/account';
import { findSavedAccount, type SavedAccount } from '~/trading/accounts/accounts.server';
import { computeSnapshots } from '~/trading/accounts/snapshots';
import { findAccountSnapshots, saveSnapshots } from '~/trading/accounts/snapshots.server';
import { createMarketData, type MarketData } from '~/trading/leaders/run';
import { readLog } from '~/trading/orders/orders.server';
import { getLeaderCapital } from '../../rules';
import { getSimulatedMarket } from '../../simulated/simulatedTrader.server';
import { countCopiesOn } from '../../simulated/tradeOn.server';
import { computeFigures, FIGURES_VERSION, type SavedFigures } from './figures';

type Trader = typeof trader.$inferSelect;

export const getAccountId = ({ id, source, ownerUserId }: Pick<Trader, 'id' | 'source' | 'ownerUserId'>): string =>
  source === 'investor' && ownerUserId ? ownerUserId : id;

const getStartOfDay = (at: number): number => Math.floor(at / DAY) * DAY;

export async function makeFigures(handle: Reader, row: Trader): Promise<SavedFigures> {
  const accountId = getAccountId(row);
  const manualResults = await handle
    .select({ amount: trade.amount, type: trade.type, at: trade.at, pair: trade.pair })
    .from(trade)
    .where(and(eq(trade.traderId, row.id), isNull(trade.voidedAt)))
    .orderBy(asc(trade.at), asc(trade.id));
  const orders = await readLog(handle, accountId);
  const snapshots = orders.length > 0 ? await findAccountSnapshots(handle, accountId) : [];
  return computeFigures(
    { capital: getLeaderCapital(row), orders, snapshots, manualResults, until: await findRecordEnd(handle, row) },
    await loadMarketData(handle, accountId),
  );
}

async function loadMarketData(handle: Reader, accountId: string): Promise<MarketData> {
  const saved = await findSavedAccount(handle, accountId);
  return saved?.feed === 'exchange' ? createMarketData(await getPricesFor(saved)) : getSimulatedMarket();
}

/**
 * Returns the end of the last complete day of a trader's record, milliseconds. An active account must have been
 * advanced past that day.
 */
async function findRecordEnd(handle: Reader, row: Trader): Promise<number> {
  const saved = row.source === 'log' ? null : await findSavedAccount(handle, getAccountId(row));
  if (!saved) return row.source === 'engine' ? 0 : getStartOfDay(now().getTime());
  return getAccountEnd(saved);
}

function getAccountEnd({ account, memory, until }: SavedAccount): number {
  const today = getStartOfDay(now().getTime());
  const isIdle = memory === null && listPositions(account).length === 0 && account.waiting.length === 0;
  return isIdle ? today : Math.min(today, getStartOfDay(until + SECOND));
}

/** Returns the figures that an investor's own trading would have if they were copied; null before any money was put in. */
export async function computeOwnFigures(handle: Reader, userId: string): Promise<SavedFigures | null> {
  const account = await findSavedAccount(handle, userId);
  if (!account) return null;
  const market = await loadMarketData(handle, userId);
  const orders = await readLog(handle, userId);
  const until = getAccountEnd(account);
  const snapshots = computeSnapshots(orders, market.prices, until);
  return computeFigures({ capital: 0n, orders, snapshots, manualResults: [], until }, market);
}

async function fillSnapshots(tx: Handle, row: Trader): Promise<void> {
  if (row.source === 'engine' || row.source === 'log') return;
  const accountId = getAccountId(row);
  const orders = await readLog(tx, accountId);
  const last = (await findAccountSnapshots(tx, accountId)).at(-1)?.day ?? 0;
  const { prices } = await loadMarketData(tx, accountId);
  const made = computeSnapshots(orders, prices, await findRecordEnd(tx, row)).filter(({ day }) => day > last);
  const missing = [];
  for (const snapshot of made) missing.push({ ...snapshot, copies: await countCopiesOn(tx, row.id, snapshot.day) });
  await saveSnapshots(tx, accountId, missing);
}

/** Computes the figures of one trader if they are missing or outdated. @returns whether there was such a trader */
export async function saveNextFigures(): Promise<boolean> {
  const today = new Date(getStartOfDay(now().getTime()));
  const rows = await read()
    .select({ trader, until: traderFigures.until, version: traderFigures.version })
    .from(trader)
    .leftJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(
      or(
        isNull(traderFigures.until),
        isNull(traderFigures.version),
        lt(traderFigures.version, FIGURES_VERSION),
        lt(traderFigures.until, today),
      ),
    )
    .orderBy(asc(trader.id));
  for (const { trader: row, until, version } of rows) {
    const isOfNow = version !== null && version >= FIGURES_VERSION;
    if (until && isOfNow && (await findRecordEnd(read(), row)) <= until.getTime()) continue;
    await write((tx) => saveFigures(tx, row));
    return true;
  }
  return false;
}

export async function saveFigures(tx: Handle, row: Trader): Promise<void> {
  await fillSnapshots(tx, row);
  const figures = await makeFigures(tx, row);
  await insertAll(tx, traderFigures, [{ id: row.id, ...figures }], Object.keys(figures) as (keyof SavedFigures)[]);
}

/** Marks the stored figures of a trader as outdated after a change of the log; the job recomputes them. */
export async function invalidateFigures(tx: Handle, traderId: string): Promise<void> {
  await tx
    .update(traderFigures)
    .set({ until: null })
    .where(and(eq(traderFigures.id, traderId), isNotNull(traderFigures.until)));
}
