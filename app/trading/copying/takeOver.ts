import {
  type Account,
  leverageOf,
  type Order,
  positionsOf,
  type TakesOver,
  type WaitingOrder,
} from '../accounts/account';
import { filled, midsAt } from '../accounts/advance';
import { withMoneyAt } from '../accounts/later';
import { equityOf } from '../accounts/margin';
import { mustContract } from '../contracts';
import { isOpen } from '../hours';
import { abs, most } from '../numbers';
import { fillAt, halfSpread, sideOf } from '../orders/fills';
import type { Prices } from '../prices/prices';
import type { Copied } from './copied';
import { spreadCost, spreadRoom, withOrders } from './daySpread';
import type { Followed, Follower, FollowTerms } from './follow';
import { type Sizing, sizeOpening } from './sizing';

/**
 * A copy that begins takes its leader's open positions over at the price of now, scaled to what is put in. One whose market is
 * closed is left out. On a live source the orders for that wait, and what came of them is told as the copy is carried on.
 * @param leader its account at the same instant
 * @param lastOf the number of the leader's last order of an instrument
 * @param given when the copy was requested: on a live source only later quotes count
 */
export function takeOver(
  copy: Follower,
  leader: Account,
  lastOf: (id: string) => number,
  { cap, daySpread }: Pick<FollowTerms, 'cap' | 'daySpread'>,
  prices: Prices,
  given = copy.until,
): Followed {
  const { until: at } = copy;
  const mids = midsAt(prices, at);
  const leaderEquity = equityOf(withMoneyAt(leader), mids);
  const copyEquity = equityOf(copy.account, mids);
  let { account } = copy;
  let room = spreadRoom(copy.spread, account, daySpread(at), { equity: copyEquity, mids, at });
  const copied = positionsOf(leader)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, size, cost, leverage }): Copied => {
      const contract = mustContract(id);
      const price = cost / abs(size);
      const opening = {
        contract,
        size,
        price,
        leverage,
        leaderEquity,
        copyEquity,
        cap,
        paused: false,
        spreadRoom: room,
        takingOver: true,
      };
      const sizing: Sizing = isOpen(contract.hours, at)
        ? sizeOpening(account, opening, mids, at)
        : { size: 0n, wanted: 0n, skipped: 'closed-market', cut: null };
      // Those that wait for their prices take their part of it as well.
      const half = spreadCost(sizing.size, halfSpread(contract, mids(id)), mids(id), contract);
      if (room !== null) room = most(room - 2n * half, 0n);
      let orders: readonly Order[] = [];
      if (sizing.size !== 0n) {
        const fill = fillAt(contract, mids(id), sideOf(size), at);
        const told = { id, size: sizing.size, by: 'engine', kind: 'market', fill, leverage } as const;
        ({ account, orders } = filled(account, prices, told));
      }
      const told = { leaderOrder: lastOf(id), instrument: id, takenOver: true, leaderSize: size, leaderHeld: 0n };
      const equities = { leaderPrice: price, leaderEquity, copyEquity };
      return { ...told, ...equities, ...sizing, orders, at };
    });
  if (prices.quoted) return waitingToTakeOver(copy, leader, copied, given);
  const orders = copied.flatMap((each) => each.orders);
  return { ...copy, account, orders, copied, spread: withOrders(copy.spread, orders), atFloor: false };
}

/** Lets the orders that take positions over wait; what is left out is told at once. */
function waitingToTakeOver(copy: Follower, leader: Account, copied: readonly Copied[], since: number): Followed {
  let { account } = copy;
  const asked = copied.filter(({ size }) => size !== 0n);
  for (const { instrument: id, size, ...told } of asked) {
    const { leaderOrder, leaderSize, leaderPrice, leaderEquity, copyEquity, wanted } = told;
    const takesOver: TakesOver = { leaderOrder, leaderSize, leaderPrice, leaderEquity, copyEquity, wanted };
    const key = account.given + 1;
    const none = { level: null, stop: null, takeProfit: null };
    const waits: WaitingOrder = { ...none, key, id, kind: 'market', size, by: 'engine', since, takesOver };
    account = {
      ...account,
      given: key,
      waiting: [...account.waiting, waits],
      leverage: { ...account.leverage, [id]: leverageOf(leader, id) },
    };
  }
  const left = copied.filter(({ size }) => size === 0n);
  return { ...copy, account, orders: [], copied: left, atFloor: false };
}
