import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { now } from '~/platform/clock';
import type { Reader } from '~/platform/db/index.server';
import { oncePerRequest } from '~/platform/process/callContext.server';
import type { Order } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { withMoneyAt } from '~/trading/accounts/later';
import { calculateEquity } from '~/trading/accounts/margin';
import { roundTripsOf } from '~/trading/figures/roundTrips';
import { findOrders } from '~/trading/orders/orders.server';
import type { OwnRecord } from './rules';
import { MIN_TRADES } from './schema';

const ORDERS_READ_AT_ONCE = 1_000;

export const findFirstOrders = (handle: Reader, userId: string): Promise<Order[]> =>
  oncePerRequest(`first orders ${userId}`, () => findOrders(handle, userId, 0, ORDERS_READ_AT_ONCE));

/** Returns the record of an investor's own trading. Counts trades only up to the required number. */
export async function loadOwnRecord(handle: Reader, userId: string): Promise<OwnRecord> {
  const log: Order[] = [];
  for (;;) {
    const after = log.at(-1)?.number;
    const page = await (after
      ? findOrders(handle, userId, after, ORDERS_READ_AT_ONCE)
      : findFirstOrders(handle, userId));
    log.push(...page);
    const closed = roundTripsOf(log).filter(({ closedAt }) => closedAt !== null).length;
    const [first] = log;
    if (page.length < ORDERS_READ_AT_ONCE || closed >= MIN_TRADES)
      return { since: first ? new Date(first.at) : null, closed };
  }
}

/** Returns the equity of an investor's own trading in cents; null at or below zero. */
export async function loadOwnWorth(handle: Reader, userId: string): Promise<bigint | null> {
  const saved = await findSavedAccount(handle, userId);
  if (!saved) return null;
  const prices = await getPricesFor(saved);
  const equity = calculateEquity(withMoneyAt(saved.account), midsAt(prices, prices.until(now().getTime())));
  return equity > 0n ? equity : null;
}
