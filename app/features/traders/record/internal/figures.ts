import type { StoredFigures, traderFigures } from '#drizzle/schema';
import { DAY, SECOND } from '~/platform/clock';
import type { Order } from '~/trading/accounts/account';
import { heldAt } from '~/trading/accounts/heldAt';
import { type Snapshot, valuationsOf } from '~/trading/accounts/snapshots';
import { daily, type NavPoint, navOf, type Valuation } from '~/trading/figures/nav';
import { performanceOf } from '~/trading/figures/performance';
import { riskScore } from '~/trading/figures/risk';
import { tradeFigures, tradesOf } from '~/trading/figures/trades';
import type { MarketData } from '~/trading/leaders/run';
import { INSTRUMENTS, type Instrument } from '~/trading/market';
import type { LogRow } from '../../rules';

/** What figures are made of. The account's part is empty for a trader whose results are typed alone. */
export type TraderRecord = {
  /** What typed results are measured against, cents. */
  capital: bigint;
  orders: readonly Order[];
  snapshots: readonly Snapshot[];
  /** Results of the log that were not voided, oldest first, each with its market. */
  typed: readonly (LogRow & { pair: string })[];
  /** The end of the last day that counts, milliseconds. */
  until: number;
};

export type KeptFigures = Omit<typeof traderFigures.$inferSelect, 'id'>;

const bps = (part: number): number => Math.round(part * 10_000);
const bpsOrNull = (part: number | null): number | null => (part === null ? null : bps(part));

/**
 * The figures of a trader, from a whole record; made the same however often. Typed results move the equity at their
 * dates, and are no trades with positions. The risk is rated from positions alone.
 */
export function figuresFrom(record: TraderRecord, market: MarketData): KeptFigures {
  const { orders, typed, until } = record;
  const nav = dailyNav(record);
  const performance = performanceOf(nav);
  const trades = tradesOf(orders);
  const closed = trades.filter(({ closedAt }) => closedAt !== null);
  const won = closed.filter(({ result }) => result > 0n);
  const lost = closed.filter(({ result }) => result <= 0n);
  const sum = (some: typeof closed) => some.reduce((total, { result }) => total + result, 0n);
  const { averageHolding, markets } = tradeFigures(trades);
  const kinds = [...markets.map(({ id }) => marketOf(id)), ...typed.map(({ pair }) => marketOf(pair))];
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
    traded: [...markets],
    nav: nav.map(({ at, nav: value }) => ({ at, nav: Math.round(value * 1e6) / 1e6 })),
  };
  return {
    until: new Date(until),
    days: performance.days,
    monthReturnBps: bpsOrNull(performance.last.month),
    quarterReturnBps: bpsOrNull(performance.last.quarter),
    yearReturnBps: bpsOrNull(performance.last.year),
    maxDrawdownBps: bps(performance.maxDrawdown),
    risk: orders.length > 0 ? riskOf(record, nav, market) : null,
    rank: performance.returnOverDrawdown === null ? null : Math.round(performance.returnOverDrawdown * 100),
    markets: ` ${[...new Set(kinds.filter((kind) => kind !== null))].sort().join(' ')} `,
    winners: won.length,
    losers: lost.length,
    won: sum(won),
    lost: -sum(lost),
    typed: typed.length,
    line: lineOf(nav),
    details,
  };
}

/** What kind of market an instrument is, by its id or the name of a pair of the log; null for one that isn't known. */
export const marketOf = (name: string): Instrument['kind'] | null =>
  INSTRUMENTS.find(({ id, symbol }) => id === name || symbol === name)?.kind ?? null;

/** Days that a card's line goes back, and days from one of its points to the next: narrower than a pixel would be wasted. */
const LINE = { days: 90, step: 2 };

/** NAV over the last 90 days, 10,000 at their beginning; its last point is the newest. */
function lineOf(nav: readonly NavPoint[]): number[] {
  const shown = nav.slice(-LINE.days - 1);
  const first = shown[0]?.nav;
  if (!first) return [];
  const last = shown.length - 1;
  return shown
    .filter((_, at) => (last - at) % LINE.step === 0)
    .map((point) => Math.round((point.nav / first) * 10_000));
}

/** NAV at the end of each day, from 1 at the end of the day before the first one that counts. */
function dailyNav(record: TraderRecord): NavPoint[] {
  const points = navOf(valuationsWithTyped(record));
  const [first] = points;
  if (!first || (first.at + SECOND) % DAY === 0) return daily(points);
  return daily([{ at: Math.floor(first.at / DAY) * DAY - SECOND, nav: 1 }, ...points]);
}

/**
 * What NAV is chained from. With an account: its worth at each flow and each day's end, and what was typed since its
 * beginning. Without one: the capital, and what was typed, at each day's end.
 */
function valuationsWithTyped({ capital, orders, snapshots, typed, until }: TraderRecord): Valuation[] {
  const first = typed[0];
  if (orders.length === 0) {
    if (!first) return [];
    const start = Math.floor(first.at.getTime() / DAY) * DAY - SECOND;
    const days = Math.max(0, Math.round((until - SECOND - start) / DAY));
    const ends = Array.from({ length: days + 1 }, (_, day) => ({ at: start + day * DAY, equity: capital, flow: 0n }));
    return addTyped(ends, typed, start);
  }
  const valuations = valuationsOf(snapshots, orders);
  return addTyped(valuations, typed, valuations[0]?.at ?? 0);
}

/** Adds to each valuation the results that were typed for after a beginning and up to it. */
function addTyped(valuations: Valuation[], typed: TraderRecord['typed'], from: number): Valuation[] {
  let next = typed.findIndex(({ at }) => at.getTime() > from);
  let sum = 0n;
  return valuations.map((valuation) => {
    for (let row = typed[next]; row && row.at.getTime() <= valuation.at; row = typed[++next]) {
      sum += row.type === 'profit' ? row.amount : -row.amount;
    }
    return { ...valuation, equity: valuation.equity + sum };
  });
}

function riskOf({ orders }: TraderRecord, nav: readonly NavPoint[], market: MarketData): number | null {
  const days = nav.slice(-30).map(({ at }) => at);
  const held = heldAt(orders, market, days);
  return riskScore(nav, (index) => held.get(nav[index]?.at ?? 0) ?? []);
}
