import { DAY, SECOND } from '~/platform/clock';
import type { HeldPosition } from '../figures/risk';
import type { MarketData } from '../leaders/run';
import { type Account, apply, EMPTY_ACCOUNT, listPositions, type Order } from './account';
import { midsAt } from './advance';
import { calculateEquity } from './margin';
import { calculateExposure } from './position';

const CLOSES_PER_POSITION = 60;

/**
 * Returns an account's positions at the end of each day, with their latest daily closes. `ends` are the last seconds of
 * days in milliseconds, ascending.
 */
export function positionsAtDayEnds(orders: readonly Order[], { prices, history }: MarketData, ends: readonly number[]) {
  const held = new Map<number, HeldPosition[]>();
  let account: Account = EMPTY_ACCOUNT;
  let next = 0;
  for (const end of ends) {
    for (let order = orders[next]; order && order.at <= end; order = orders[++next]) {
      account = apply(account, order).account;
    }
    const mids = midsAt(prices, end);
    const equity = Number(calculateEquity(account, mids));
    if (equity <= 0) continue;
    held.set(
      end,
      listPositions(account).map((position) => ({
        weight: ((position.size > 0n ? 1 : -1) * Number(calculateExposure(position, mids(position.id)))) / equity,
        // A live source has no closes before its first quote, and returns zeros for them.
        closes: history.closes(position.id, DAY, CLOSES_PER_POSITION, end + SECOND).filter((close) => close > 0),
      })),
    );
  }
  return held;
}
