import { DAY, SECOND } from '~/platform/clock';
import type { HeldPosition } from '../figures/risk';
import type { MarketData } from '../leaders/run';
import { type Account, apply, EMPTY_ACCOUNT, type Order, positionsOf } from './account';
import { midsAt } from './advance';
import { equityOf } from './margin';
import { exposureOf } from './position';

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
    const equity = Number(equityOf(account, mids));
    if (equity <= 0) continue;
    held.set(
      end,
      positionsOf(account).map((position) => ({
        weight: ((position.size > 0n ? 1 : -1) * Number(exposureOf(position, mids(position.id)))) / equity,
        // A live source has no closes before its first quote, and returns zeros for them.
        closes: history.closes(position.id, DAY, CLOSES_PER_POSITION, end + SECOND).filter((close) => close > 0),
      })),
    );
  }
  return held;
}
