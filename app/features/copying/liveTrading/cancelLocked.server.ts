import type { Handle } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { done } from '~/platform/result';
import { type Actor, SYSTEM_ACTOR } from '~/platform/states';
import type { WaitingOrder } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { requireContract } from '~/trading/contracts';
import { plainSize } from '~/trading/decimals';
import { cancelOpening, openingOrders } from '~/trading/orders/place';
import { actOnOwn } from './ownAccount.server';

/** Cancels an investor's waiting opening orders, since live trading is locked, and notifies the investor. */
export async function cancelLocked(tx: Handle, userId: string, by: Actor = SYSTEM_ACTOR): Promise<void> {
  if (!(await findSavedAccount(tx, userId))) return;
  let cancelled: WaitingOrder[] = [];
  const acted = await actOnOwn(tx, userId, (account, at, { prices }) => {
    cancelled = openingOrders(account).filter(({ cancelledAt }) => cancelledAt === undefined);
    return done({ account: cancelOpening(account, prices, at), orders: [] });
  });
  // The clock was set back: the job retries later.
  if (!acted.ok || cancelled.length === 0) return;
  const what = cancelled.map(
    ({ id, size }) => `${size > 0n ? 'buy' : 'sell'} ${plainSize(size)} ${requireContract(id).symbol}`,
  );
  const text = `Live trading was locked, so your waiting orders to open positions were cancelled: ${what.join(', ')}`;
  await record(tx, { thing: 'own trading', thingId: userId, event: 'cancel', by, userId, details: { what: text } });
  await notify(tx, { userId, text, href: '/live-trading#orders' });
}
