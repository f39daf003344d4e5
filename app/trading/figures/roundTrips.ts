import type { Order } from '../accounts/account';
import { splitOrder } from '../copying/sizing';

/** Trade in one instrument, from opening a position until none is left. Times in milliseconds. */
export type RoundTrip = {
  id: string;
  openedAt: number;
  closedAt: number | null;
  /** Realised result including holding costs, in cents. */
  result: bigint;
};

export function roundTripsOf(orders: readonly Order[]): RoundTrip[] {
  const all: RoundTrip[] = [];
  const open = new Map<string, { trade: RoundTrip; held: bigint }>();
  for (const { id, at, size, result, kind } of orders) {
    const known = id === null ? undefined : open.get(id);
    if (kind === 'holding' && known) known.trade.result += result;
    if (id === null || size === 0n) continue;
    const { reduces, opens } = splitOrder(known?.held ?? 0n, size);
    const held = (known?.held ?? 0n) + size;
    if (known && reduces !== 0n) known.trade.result += result;
    if (known && (held === 0n || (reduces !== 0n && opens !== 0n))) {
      known.trade.closedAt = at;
      open.delete(id);
    }
    if (opens === 0n && held === 0n) continue;
    const still = open.get(id);
    if (still) still.held = held;
    else {
      const trade = { id, openedAt: at, closedAt: null, result: 0n };
      open.set(id, { trade, held });
      all.push(trade);
    }
  }
  return all;
}

/** Returns the mean duration of closed trades, milliseconds (null without any), and the traded instruments, most frequent first. */
export function tripFigures(trades: readonly RoundTrip[]) {
  const held = trades.flatMap(({ openedAt, closedAt }) => (closedAt === null ? [] : closedAt - openedAt));
  const counts = new Map<string, number>();
  for (const { id } of trades) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    averageHolding: held.length > 0 ? held.reduce((sum, one) => sum + one, 0) / held.length : null,
    markets: Array.from(counts, ([id, count]) => ({ id, trades: count })).sort(
      (a, b) => b.trades - a.trades || (a.id < b.id ? -1 : 1),
    ),
  };
}
