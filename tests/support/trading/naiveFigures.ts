import { requireContract } from '~/trading/contracts';
import { NaiveAccount, naiveMid } from './naiveAccount';

/* Figures of a trader by their definitions, on orders traded again in the naive account. Milliseconds, cents. */

const DAY = 86_400_000;

/** Rows of the log of an account, as the database has them, by number. */
export type RawOrder = {
  at: Date;
  kind: string;
  instrument: string | null;
  size: bigint;
  price: bigint;
  leverage: number;
  result: bigint;
  flow: bigint;
};

export type RawManualResult = { at: Date; amount: bigint; type: 'profit' | 'loss' };

/** Returns basis points, halves away from zero. */
const bps = (part: number) => Math.sign(part) * Math.round(Math.abs(part) * 10_000) + 0;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));
/** Returns the first second at which a manual result counts. */
const secondOf = ({ at }: RawManualResult) => Math.floor(at.getTime() / 1_000) * 1_000;
const signed = ({ amount, type }: RawManualResult) => (type === 'profit' ? amount : -amount);

type Point = { at: number; nav: number };
type Ended = { equity: bigint; held: { id: string; size: bigint }[] };

/** Trades the rows again, stopping at the end of each whole day. */
function relive(orders: RawOrder[], input: RawManualResult[], until: number) {
  const account = new NaiveAccount(0n);
  const start = orders[0]?.at.getTime() ?? 0;
  const manualUpTo = (at: number) =>
    input.reduce((sum, row) => (secondOf(row) > start && secondOf(row) <= at ? sum + signed(row) : sum), 0n);
  const trades: { id: string; openedAt: number; closedAt: number | null; result: bigint }[] = [];
  const running = new Map<string, (typeof trades)[number]>();
  const points: Point[] = [];
  const ends = new Map<number, Ended>();
  let nav = 1;
  let base: bigint | null = null;
  /** Updates NAV to the worth of the account at an instant, before a deposit or withdrawal. */
  const chain = (at: number, worth: bigint) => {
    if (base !== null) nav = base > 0n ? Math.max((nav * Number(worth)) / Number(base), 0) : 0;
    base = worth;
    points.push({ at, nav });
  };
  const liveOn = (row: RawOrder) => {
    const at = row.at.getTime();
    if (row.kind === 'flow') {
      chain(at, base === null ? 0n : account.equity(at) + manualUpTo(at));
      account.cash += row.flow;
      base = account.equity(at) + manualUpTo(at);
    }
    const id = row.instrument;
    if (id === null || row.kind === 'amend') return;
    const before = account.held.get(id)?.size ?? 0n;
    const known = account.rows.length;
    if (row.kind === 'holding') {
      // Rows of one night are charged together.
      if (account.rows.some((one) => one.kind === 'holding' && one.at === at)) return;
      account.holding(at);
    } else {
      account.leverage.set(id, BigInt(row.leverage));
      if (!account.trade('market', id, row.size, at)) throw new Error(`Row at ${row.at.toISOString()} has no margin`);
    }
    for (const made of account.rows.slice(known)) {
      const trade = running.get(made.id);
      if (trade) trade.result += made.result;
    }
    if (row.kind === 'holding') return;
    const last = account.rows.at(-1);
    if (last?.price !== row.price || last.result !== row.result) throw new Error(`${row.at.toISOString()} differs`);
    const after = account.held.get(id)?.size ?? 0n;
    const turned = before !== 0n && before > 0n !== after > 0n;
    const trade = running.get(id);
    if (trade && (after === 0n || turned)) {
      trade.closedAt = at;
      running.delete(id);
    }
    if (after === 0n || running.has(id)) return;
    const opened = { id, openedAt: at, closedAt: null, result: 0n };
    running.set(id, opened);
    trades.push(opened);
  };
  let next = 0;
  for (let day = Math.floor(start / DAY) * DAY; day < until; day += DAY) {
    for (let row = orders[next]; row && row.at.getTime() < day + DAY; row = orders[++next]) liveOn(row);
    const end = day + DAY - 1_000;
    const equity = account.equity(end);
    chain(end, equity + manualUpTo(end));
    ends.set(end, { equity, held: [...account.held].map(([id, { size }]) => ({ id, size })) });
  }
  const open = [...running.values()].map(({ id, result }) => {
    const [worth, held] = [account.equity(until - 1_000), account.held.get(id)];
    account.held.delete(id);
    const without = account.equity(until - 1_000);
    if (held) account.held.set(id, held);
    return { result: result + worth - without };
  });
  return { points, ends, trades, open };
}

/** Returns the NAV of manual results only: capital and results at the end of each day. */
function manualPoints(input: RawManualResult[], capital: bigint, until: number): Point[] {
  const first = input[0];
  if (!first) return [];
  const start = Math.floor(first.at.getTime() / DAY) * DAY - 1_000;
  const points: Point[] = [];
  let [nav, before] = [1, capital];
  for (let at = start; at < until; at += DAY) {
    const worth = input.reduce((sum, row) => (secondOf(row) <= at ? sum + signed(row) : sum), capital);
    if (at > start) nav = before > 0n ? Math.max((nav * Number(worth)) / Number(before), 0) : 0;
    before = worth;
    points.push({ at, nav });
  }
  return points;
}

const EDGES = [0.005, 0.02, 0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 0.9];

/** Returns the risk by its definition: the maximum over 30 days of the higher of position and NAV volatility. */
function riskOf(days: Point[], ends: Map<number, Ended>): number | null {
  if (days.length <= 30) return null;
  const scores = days
    .map((_, index) => index)
    .slice(-30)
    .map((index) => {
      const { at } = days[index] as Point;
      const { equity, held } = ends.get(at) ?? { equity: 0n, held: [] };
      const made = Array.from({ length: 59 }, (_, back) =>
        held.reduce((sum, { id, size }) => {
          const end = at - (58 - back) * DAY;
          const mark = new NaiveAccount(0n).mark(id, at);
          const worth = Math.ceil(Number(new NaiveAccount(0n).worth(id, size, mark)) / 1e6);
          const weight = ((size > 0n ? 1 : -1) * worth) / Number(equity);
          return sum + weight * (Number(naiveMid(id, end)) / Number(naiveMid(id, end - DAY)) - 1);
        }, 0),
      );
      const navs = days.slice(Math.max(0, index - 30), index + 1).map(({ nav }) => nav);
      const moves = navs.slice(1).flatMap((nav, before) => (navs[before] ? [nav / (navs[before] as number) - 1] : []));
      const ofHeld = held.length > 0 && equity > 0n ? deviation(made) : 0;
      const volatility = Math.max(ofHeld, moves.length > 1 ? deviation(moves) : 0) * Math.sqrt(365);
      return 1 + EDGES.filter((edge) => volatility >= edge).length;
    });
  const fall = fallOf(days.map(({ nav }) => nav));
  return Math.max(...scores, fall >= 0.9 ? 10 : fall >= 0.75 ? 9 : fall >= 0.5 ? 8 : 1);
}

/** Returns the largest fall relative to a previous high, over every pair of days. */
const fallOf = (navs: number[]): number =>
  Math.max(0, ...navs.flatMap((low, at) => navs.slice(0, at).map((high) => (high > 0 ? 1 - low / high : 0))));

/** Returns the figures of a trader's page, lists and calls, under the names of the stored row. */
export function naiveFigures(raw: { orders: RawOrder[]; typed: RawManualResult[]; capital: bigint; until: number }) {
  const { capital, until } = raw;
  const orders = raw.orders.filter(({ at }) => at.getTime() < until);
  const entered = raw.typed.filter(({ at }) => at.getTime() < until).sort((a, b) => a.at.getTime() - b.at.getTime());
  const { points, ends, trades, open } = relive(orders, entered, until);
  const all = orders.length > 0 ? points : manualPoints(entered, capital, until);
  const first = all[0]?.at ?? 0;
  const before = Math.floor(first / DAY) * DAY - 1_000;
  const byDay = new Map<number, Point>();
  if (all.length > 0 && (first + 1_000) % DAY !== 0) byDay.set(Math.floor(before / DAY), { at: before, nav: 1 });
  for (const point of all) byDay.set(Math.floor(point.at / DAY), point);
  const days = [...byDay.values()].map(({ at, nav }) => ({ at, nav: Math.round(nav * 1e6) / 1e6 }));
  const navs = days.map(({ nav }) => nav);
  const last = days.at(-1);
  const length = last ? Math.round((last.at - (days[0] as Point).at) / DAY) : 0;
  const since = (back: number) => (length >= back && last ? last.nav / (navs.at(-1 - back) as number) - 1 : null);
  const moves = navs.slice(1).flatMap((nav, index) => (navs[index] ? [nav / (navs[index] as number) - 1] : []));
  const months = new Map<string, { from: number; to: number }>();
  days.slice(1).forEach(({ at, nav }, index) => {
    const month = new Date(at).toISOString().slice(0, 7);
    months.set(month, { from: months.get(month)?.from ?? (navs[index] as number), to: nav });
  });
  const gains = [...months].map(([month, { from, to }]) => ({ month, gain: from > 0 ? to / from - 1 : 0 }));
  const closed = [
    ...trades.filter(({ closedAt }) => closedAt !== null).map(({ result }) => result),
    ...entered.map(signed),
  ];
  const sum = (some: bigint[]) => some.reduce((total, one) => total + one, 0n);
  const winners = (some: bigint[]) => some.filter((one) => one > 0n);
  const losers = (some: bigint[]) => some.filter((one) => one <= 0n);
  const still = open.map(({ result }) => result);
  const [won, lost] = [sum(winners(closed)), -sum(losers(closed))];
  const [openWon, openLost] = [sum(winners(still)), -sum(losers(still))];
  const total = last ? last.nav / (navs[0] as number) - 1 : 0;
  const fall = fallOf(navs);
  const held = trades.flatMap(({ openedAt, closedAt }) => (closedAt === null ? [] : [closedAt - openedAt]));
  const year = length >= 365 ? Math.sqrt(365) : 1;
  const downside = Math.sqrt(mean(moves.map((move) => Math.min(move, 0) ** 2)));
  const weeks = navs.slice(7).flatMap((nav, index) => (navs[index] ? [nav / (navs[index] as number) - 1] : []));
  const orNull = (part: number | null) => (part === null ? null : bps(part));
  const cents = (over: bigint, under: bigint) => Math.round((Number(over) / Number(under)) * 100) / 100;
  return {
    days: length,
    monthReturnBps: orNull(since(30)),
    quarterReturnBps: orNull(since(91)),
    yearReturnBps: orNull(since(365)),
    totalReturnBps: last ? bps(total) : null,
    meanMonthBps: gains.length > 0 ? bps(mean(gains.map(({ gain }) => gain))) : null,
    maxDrawdownBps: bps(fall),
    risk: orders.length > 0 ? riskOf(days, ends) : null,
    rank: length >= 90 ? Math.round((total / Math.max(fall, 0.01)) * 100) : null,
    winners: winners(closed).length,
    losers: losers(closed).length,
    won,
    lost,
    openWon,
    openLost,
    openWinners: winners(still).length,
    openLosers: losers(still).length,
    winRateBps: closed.length > 0 ? bps(winners(closed).length / closed.length) : null,
    profitFactor: lost + openLost > 0n ? cents(won + openWon, lost + openLost) : null,
    nav: days,
    months: gains,
    averageHolding: held.length > 0 ? mean(held) : null,
    worstDay: moves.length > 0 ? Math.min(...moves) : null,
    worstWeek: weeks.length > 0 ? Math.min(...weeks) : null,
    sharpe: length >= 30 && deviation(moves) > 0 ? (mean(moves) / deviation(moves)) * year : null,
    sortino: length >= 30 && downside > 0 ? (mean(moves) / downside) * year : null,
    markets: [...new Set(trades.map(({ id }) => requireContract(id).instrument.kind))],
  };
}
