import { DAY, HOUR, SECOND } from '~/platform/clock';
import type { Order } from '../accounts/account';
import { midsAt } from '../accounts/advance';
import { calculateAccountExposure, calculateEquity } from '../accounts/margin';
import type { Snapshot } from '../accounts/snapshots';
import { type LeaderProgress, type MarketData, runLeader } from './run';
import type { Strategy } from './strategy';

export type DayEnd = Omit<Snapshot, 'flows' | 'copies'>;

const nextDayEnd = (after: number): number => Math.floor((after + SECOND) / DAY) * DAY + DAY - SECOND;

/** Advances a leader hour by hour, and records the equity at each day's end. Stops early when `enough` returns true. */
export function runByDays(
  strategy: Strategy,
  market: MarketData,
  progress: LeaderProgress,
  to: number,
  enough: () => boolean = () => false,
): { progress: LeaderProgress; orders: Order[]; days: DayEnd[] } {
  const orders: Order[] = [];
  const days: DayEnd[] = [];
  let now = progress;
  while (now.until < to) {
    const dayEnd = nextDayEnd(now.until);
    const next = Math.min(to, now.until + HOUR, dayEnd);
    const ran = runLeader(strategy, market, now, next);
    now = ran.progress;
    orders.push(...ran.orders);
    if (next === dayEnd) {
      const mids = midsAt(market.prices, dayEnd);
      const { account } = now;
      days.push({
        day: dayEnd + SECOND - DAY,
        equity: calculateEquity(account, mids),
        exposure: calculateAccountExposure(account, mids),
      });
    }
    if (enough()) break;
  }
  return { progress: now, orders, days };
}

/** Returns a strategy for the same leader that only closes positions as their markets open. */
export const windingDownStrategy = (strategy: Strategy): Strategy => ({
  ...strategy,
  every: HOUR,
  offset: 0,
  decide: (view, memory) => ({
    memory,
    targets: strategy.markets.filter((id) => view.held(id) !== 0 && view.isOpen(id)).map((id) => ({ id, dollars: 0 })),
  }),
});
