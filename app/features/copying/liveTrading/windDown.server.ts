import { isCurrent } from '~/features/copying/quotes/prices.server';
import type { Handle } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { type Actor, SYSTEM_ACTOR } from '~/platform/states';
import { type Account, listPositions, type Order } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { cancelOpening, place } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';
import { computeRemovable, postFlow, transferMoney } from './moneyInTrading.server';
import { actOnOwn } from './ownAccount.server';

/** Ends the own trading of a closed account as far as possible now; a later run finishes. */
export async function windDown(tx: Handle, userId: string, by: Actor = SYSTEM_ACTOR): Promise<void> {
  if (!(await findSavedAccount(tx, userId))) return;
  const closed = await actOnOwn(tx, userId, (account, at, { prices }) => done(closeAll(account, at, prices)));
  // The clock was set back: the job retries later.
  if (!closed.ok) return;
  const paid = await actOnOwn(tx, userId, (account, at, { prices, until }) => {
    const max = isCurrent(prices, account, at) ? computeRemovable(account, prices, at) : 0n;
    if (max === 0n) return done({ account, orders: [] as Order[] });
    return done(transferMoney(account, prices, { cents: -max, at, until }));
  });
  const [row] = paid.ok ? paid.value.orders : [];
  if (!row) return;
  const posted = await postFlow(tx, userId, by, row);
  if (!posted.ok) throw new Error(`Own trading of ${userId} could not be paid out: ${posted.error.message}`);
}

function closeAll(account: Account, at: number, prices: Prices): { account: Account; orders: Order[] } {
  const orders: Order[] = [];
  let now = cancelOpening(account, prices, at);
  for (const { id, size } of listPositions(account)) {
    if (now.waiting.some((order) => order.id === id && order.reduceOnly && !order.cancelledAt && order.size === -size))
      continue;
    const placed = place(now, prices, { id, size: -size, by: 'operator', reduceOnly: true }, at);
    if (!placed.ok) throw new Error(`A position in ${id} could not be closed: ${placed.error.message}`);
    now = placed.value.account;
    orders.push(...placed.value.orders);
  }
  return { account: now, orders };
}
