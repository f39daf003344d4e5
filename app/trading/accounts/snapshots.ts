import { DAY, SECOND } from '~/platform/clock';
import type { Valuation } from '../figures/nav';
import type { Prices } from '../prices/prices';
import { type Account, apply, EMPTY_ACCOUNT, type Order } from './account';
import { midsAt } from './advance';
import { calculateAccountExposure, calculateEquity } from './margin';

/** Worth of an account at the end of a UTC day, in cents. */
export type Snapshot = {
  day: number;
  equity: bigint;
  flows: bigint;
  exposure: bigint;
  copies: number;
};

export function computeSnapshots(
  orders: readonly Order[],
  prices: Prices,
  to: number,
  copiesOn: (day: number) => number = () => 0,
): Snapshot[] {
  const first = orders[0];
  if (!first) return [];
  const snapshots: Snapshot[] = [];
  let account: Account = EMPTY_ACCOUNT;
  let next = 0;
  for (let day = Math.floor(first.at / DAY) * DAY; day + DAY <= to; day += DAY) {
    let flows = 0n;
    for (let order = orders[next]; order && order.at < day + DAY; order = orders[++next]) {
      account = apply(account, order).account;
      flows += order.flow;
    }
    const mids = midsAt(prices, day + DAY - SECOND);
    snapshots.push({
      day,
      equity: calculateEquity(account, mids),
      flows,
      exposure: calculateAccountExposure(account, mids),
      copies: copiesOn(day),
    });
  }
  return snapshots;
}

/** Returns the valuations from which NAV is computed, in order: at the end of each day, and just after each flow. */
export function listValuations(snapshots: readonly Snapshot[], orders: readonly Order[]): Valuation[] {
  const flows = orders
    .filter(({ kind }) => kind === 'flow')
    .map(({ at, equityBefore, flow }) => ({ at, equity: equityBefore + flow, flow }));
  const days = snapshots.map(({ day, equity }) => ({ at: day + DAY - SECOND, equity, flow: 0n }));
  return [...flows, ...days].sort((a, b) => a.at - b.at);
}
