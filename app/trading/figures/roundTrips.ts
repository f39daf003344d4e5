import type { Order } from '../accounts/account';
import { splitOrder } from '../copying/sizing';
import { abs, most } from '../numbers';

/** A trade: everything done with one instrument from flat to flat. Instants in milliseconds, money in cents. */
export type RoundTrip = {
  id: string;
  side: 'long' | 'short';
  openedAt: number;
  /** Null while it is open. */
  closedAt: number | null;
  /** The largest size it had, without a sign. */
  size: bigint;
  /** Realised, with what holding cost. */
  result: bigint;
  /** What holding cost, never negative. */
  holding: bigint;
  /** Numbers of its orders, in order. One through zero belongs to the trade that it closes and to the one that it opens. */
  orders: readonly number[];
};

type Running = { -readonly [key in keyof RoundTrip]: RoundTrip[key] } & { held: bigint; orders: number[] };

export function roundTripsOf(orders: readonly Order[]): RoundTrip[] {
  const all: Running[] = [];
  const open = new Map<string, Running>();
  for (const order of orders) {
    const { id, at, size, result, number, kind } = order;
    if (id === null) continue;
    let trade = open.get(id);
    if (kind === 'holding' && trade) {
      trade.result += result;
      trade.holding -= result;
    }
    if (size === 0n) continue;
    const { reduces, opens } = splitOrder(trade?.held ?? 0n, size);
    if (trade && reduces !== 0n) {
      trade.held += reduces;
      trade.result += result;
      trade.orders.push(number);
      if (trade.held === 0n) {
        trade.closedAt = at;
        open.delete(id);
        trade = undefined;
      }
    }
    if (opens === 0n) continue;
    if (!trade) {
      const side = opens > 0n ? 'long' : 'short';
      trade = { id, side, openedAt: at, closedAt: null, size: 0n, result: 0n, holding: 0n, orders: [], held: 0n };
      open.set(id, trade);
      all.push(trade);
    }
    trade.held += opens;
    trade.size = most(trade.size, abs(trade.held));
    trade.orders.push(number);
  }
  return all.map(({ held: _, ...trade }) => trade);
}

/** Figures of closed trades. Null where there is nothing to divide by. */
export type TripFigures = {
  closed: number;
  winRate: number | null;
  profitFactor: number | null;
  riskReward: number | null;
  averageHolding: number | null;
  /** Ids of what was traded, by the number of trades, then by id. */
  markets: readonly { id: string; trades: number }[];
};

/** Figures of trades; open ones count among the markets alone. */
export function tripFigures(trades: readonly RoundTrip[]): TripFigures {
  const closed = trades.filter(({ closedAt }) => closedAt !== null);
  const won = closed.filter(({ result }) => result > 0n).map(({ result }) => Number(result));
  const lost = closed.filter(({ result }) => result < 0n).map(({ result }) => -Number(result));
  const held = closed.map(({ openedAt, closedAt }) => (closedAt ?? openedAt) - openedAt);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const over = (a: number, b: number) => (b === 0 ? null : a / b);
  const counts = new Map<string, number>();
  for (const { id } of trades) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    closed: closed.length,
    winRate: over(won.length, closed.length),
    profitFactor: over(sum(won), sum(lost)),
    riskReward: won.length > 0 && lost.length > 0 ? sum(won) / won.length / (sum(lost) / lost.length) : null,
    averageHolding: over(sum(held), held.length),
    markets: Array.from(counts, ([id, count]) => ({ id, trades: count })).sort(
      (a, b) => b.trades - a.trades || (a.id < b.id ? -1 : 1),
    ),
  };
}
