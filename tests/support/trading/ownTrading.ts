/** Investors with a record of their own trading. */

import { postFlow } from '~/features/copying/liveTrading/moneyInTrading.server';
import { settleOrders } from '~/features/copying/settlement/settle.server';
import { trading } from '~/ledger/chartOfAccounts';
import { DAY, HOUR, now, SECOND } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { EMPTY_ACCOUNT, type Order } from '~/trading/accounts/account';
import { openAccount } from '~/trading/accounts/accounts.server';
import { simulatedFeed } from '~/trading/market';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { place, recordFlow } from '~/trading/orders/place';
import { createPrices } from '~/trading/prices/prices';
import { must } from '../must';

const prices = createPrices(simulatedFeed());

/** Gives an investor own trading of some days, with $5,000 and some closed trades. */
export async function giveRecord(user: User, { days = 30, closed = 20 } = {}): Promise<void> {
  const start = Math.floor((now().getTime() - days * DAY) / SECOND) * SECOND;
  const put = recordFlow(EMPTY_ACCOUNT, 5_000_00n, 'investor', start, 0n);
  const orders: Order[] = [];
  let account = put.account;
  for (let trade = 0; trade < closed; trade++) {
    for (const [side, at] of [
      [1n, start + trade * 2 * HOUR],
      [-1n, start + trade * 2 * HOUR + HOUR],
    ] as const) {
      const order = {
        id: 'BTCUSD',
        size: (side * UNITS_PER_WHOLE) / 100n,
        by: 'investor',
        reduceOnly: side < 0n,
      } as const;
      const placed = must(place(account, prices, order, at));
      account = placed.account;
      orders.push(...placed.orders);
    }
  }
  await write(async (tx) => {
    const before = { ...put.account };
    must(await postFlow(tx, user.id, createInvestorActor(user.id), put.order));
    const [settled = account] = await settleOrders(tx, [
      { id: user.id, ledger: trading(user.id), before, after: account, orders },
    ]);
    const stored = { account: settled, memory: null, until: now().getTime() };
    await openAccount(tx, { id: user.id, kind: 'investor', createdAt: new Date(start) }, stored, [
      put.order,
      ...orders,
    ]);
  });
}
