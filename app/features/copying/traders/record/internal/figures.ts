import type { StoredFigures, traderFigures } from '#drizzle/schema';
import { toSignedResult } from '~/ledger/money';
import { DAY, SECOND } from '~/platform/clock';
import { toBps } from '~/platform/text/percent';
import { foldOrders, type Order } from '~/trading/accounts/account';
import { midsAt } from '~/trading/accounts/advance';
import { positionsAtDayEnds } from '~/trading/accounts/heldAt';
import { openResult } from '~/trading/accounts/position';
import { listValuations, type Snapshot } from '~/trading/accounts/snapshots';
import { computeYearlyCosts } from '~/trading/figures/costs';
import { computeNav, lastNavOfDays, type NavPoint, type Valuation } from '~/trading/figures/nav';
import { calculatePerformance } from '~/trading/figures/performance';
import { riskScore } from '~/trading/figures/risk';
import { type RoundTrip, roundTripsOf, tripFigures } from '~/trading/figures/roundTrips';
import type { MarketData } from '~/trading/leaders/run';
import { INSTRUMENTS, type Instrument } from '~/trading/market';
import type { LogRow } from '../../rules';
import { sampleIndexes, selectPoints } from '../chart';

/** Input of a trader's figures. A trader with manual results only has no orders and no snapshots. */
export type TraderRecord = {
  /** Capital that manual results are measured against, cents. */
  capital: bigint;
  orders: readonly Order[];
  snapshots: readonly Snapshot[];
  /** Manual results that were not voided, oldest first, each with its market. */
  manualResults: readonly (LogRow & { pair: string })[];
  /** End of the last day of the record, milliseconds. */
  until: number;
};

export type SavedFigures = Omit<typeof traderFigures.$inferSelect, 'id'>;

const bpsOrNull = (part: number | null): number | null => (part === null ? null : toBps(part));

/** Rounds a net asset value to the six stored decimals, so that charts and figures agree. */
const roundStoredNav = (nav: number): number => Math.round(nav * 1e6) / 1e6;

type ClosedOutcome = { result: bigint };

function sumOutcomes(all: readonly ClosedOutcome[]) {
  const sum = (some: readonly ClosedOutcome[]) => some.reduce((total, { result }) => total + result, 0n);
  const won = all.filter(({ result }) => result > 0n);
  const lost = all.filter(({ result }) => result <= 0n);
  return { winners: won.length, losers: lost.length, won: sum(won), lost: -sum(lost) };
}

/** Returns the figures of a trader from a complete record up to `until`. The risk is rated from positions alone. */
export function computeFigures(whole: TraderRecord, market: MarketData): SavedFigures {
  const record = truncateRecord(whole);
  const { orders, manualResults, until } = record;
  const nav = computeDailyNav(record).map(({ at, nav: value }) => ({ at, nav: roundStoredNav(value) }));
  const performance = calculatePerformance(nav);
  const trades = roundTripsOf(orders);
  const closed = trades.filter(({ closedAt }) => closedAt !== null);
  const entered = manualResults.map((row) => ({ result: toSignedResult(row) }));
  const open = sumOutcomes(listOpenTrades(record, trades, market));
  const { averageHolding, markets } = tripFigures(trades);
  const kinds = [...markets.map(({ id }) => getMarket(id)), ...manualResults.map(({ pair }) => getMarket(pair))];
  const details: StoredFigures = {
    total: performance.total,
    quarter: performance.last.quarter,
    months: [...performance.months],
    longestUnderWater: performance.longestUnderWater,
    worstDay: performance.worstDay,
    worstWeek: performance.worstWeek,
    sharpe: performance.sharpe,
    sortino: performance.sortino,
    annualised: performance.annualised,
    averageHolding,
    closedPositions: closed.length,
    traded: [...markets],
    costs: computeYearlyCosts(orders, until),
    nav,
  };
  return {
    until: new Date(until),
    days: performance.days,
    monthReturnBps: bpsOrNull(performance.last.month),
    quarterReturnBps: bpsOrNull(performance.last.quarter),
    yearReturnBps: bpsOrNull(performance.last.year),
    totalReturnBps: nav.length > 0 ? toBps(performance.total) : null,
    meanMonthBps: bpsOrNull(performance.meanMonth),
    maxDrawdownBps: toBps(performance.maxDrawdown),
    risk: orders.length > 0 ? computeRisk(record, nav, market) : null,
    rank: performance.returnOverDrawdown === null ? null : Math.round(performance.returnOverDrawdown * 100),
    markets: ` ${[...new Set(kinds.filter((kind) => kind !== null))].sort().join(' ')} `,
    ...sumOutcomes([...closed, ...entered]),
    openWinners: open.winners,
    openLosers: open.losers,
    openWon: open.won,
    openLost: open.lost,
    typed: whole.manualResults.length,
    line: computeLine(nav),
    version: FIGURES_VERSION,
    details,
  };
}

const truncateRecord = (record: TraderRecord): TraderRecord => ({
  ...record,
  orders: record.orders.filter(({ at }) => at < record.until),
  snapshots: record.snapshots.filter(({ day }) => day < record.until),
  manualResults: record.manualResults.filter(({ at }) => at.getTime() < record.until),
});

function listOpenTrades(
  { orders, until }: TraderRecord,
  trades: readonly RoundTrip[],
  { prices }: MarketData,
): ClosedOutcome[] {
  const mids = midsAt(prices, until - SECOND);
  const { positions } = foldOrders(orders);
  return trades.flatMap(({ id, closedAt, result }) => {
    const position = closedAt === null ? positions[id] : undefined;
    return position ? [{ result: result + openResult(position, mids(id)) }] : [];
  });
}

export const getMarket = (name: string): Instrument['kind'] | null =>
  INSTRUMENTS.find(({ id, symbol }) => id === name || symbol === name)?.kind ?? null;

/** Version of the computation. Stored figures of another version are recomputed by the job. */
export const FIGURES_VERSION = 2;

/** Number of points of a card's line. More points would be less than a pixel apart. */
const LINE_POINTS = 46;

function computeLine(nav: readonly NavPoint[]): number[] {
  const shown = selectPoints(nav, '12m');
  const first = shown[0]?.nav;
  if (!first) return [];
  return sampleIndexes(shown.length, LINE_POINTS, 0).map(
    (at) => 10_000 + toBps((shown[at] as NavPoint).nav / first - 1),
  );
}

/** Returns NAV at the end of each day, starting with 1 on the day before the first one. */
function computeDailyNav(record: TraderRecord): NavPoint[] {
  const points = computeNav(computeValuationsWithManual(record));
  const [first] = points;
  if (!first || (first.at + SECOND) % DAY === 0) return lastNavOfDays(points);
  return lastNavOfDays([{ at: Math.floor(first.at / DAY) * DAY - SECOND, nav: 1 }, ...points]);
}

/**
 * Returns the valuations behind NAV: those of the account plus manual results since its start, or the capital plus all manual results.
 */
function computeValuationsWithManual({ capital, orders, snapshots, manualResults, until }: TraderRecord): Valuation[] {
  const first = manualResults[0];
  if (orders.length === 0) {
    if (!first) return [];
    const start = Math.floor(first.at.getTime() / DAY) * DAY - SECOND;
    const days = Math.max(0, Math.round((until - SECOND - start) / DAY));
    const ends = Array.from({ length: days + 1 }, (_, day) => ({ at: start + day * DAY, equity: capital, flow: 0n }));
    return addManual(ends, manualResults, start);
  }
  const valuations = listValuations(snapshots, orders);
  return addManual(valuations, manualResults, valuations[0]?.at ?? 0);
}

/** Adds manual results to the valuations of their days; a date without a time means the end of that day. */
function addManual(valuations: Valuation[], input: TraderRecord['manualResults'], from: number): Valuation[] {
  let next = input.findIndex(({ at }) => at.getTime() >= from + SECOND);
  let sum = 0n;
  return valuations.map((valuation) => {
    for (let row = input[next]; row && row.at.getTime() < valuation.at + SECOND; row = input[++next])
      sum += toSignedResult(row);
    return { ...valuation, equity: valuation.equity + sum };
  });
}

function computeRisk({ orders }: TraderRecord, nav: readonly NavPoint[], market: MarketData): number | null {
  const days = nav.slice(-30).map(({ at }) => at);
  const held = positionsAtDayEnds(orders, market, days);
  return riskScore(nav, (index) => held.get(nav[index]?.at ?? 0) ?? []);
}
