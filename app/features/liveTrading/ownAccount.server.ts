import { trading } from '~/ledger/chart';
import { now, SECOND, utcText } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { notify } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Account, EMPTY_ACCOUNT, type Order, type WaitingOrder } from '~/trading/account';
import { accountOf, openAccount, saveAccount } from '~/trading/accounts.server';
import { type Advanced, advance } from '~/trading/advance';
import { mustContract } from '~/trading/contracts';
import { settle } from '../positions';
import { tradingPrices } from './prices.server';

/** What is done to an account at an instant, milliseconds, once all that was due before has happened. */
export type Act<T extends Advanced> = (account: Account, at: number) => Result<T>;

const CLOSED =
  'Orders need prices by the second, and the price source of this installation gives none. Nothing was done.';

/**
 * Advances the account that an investor trades with to now, does something to it, and keeps it with its new rows and their
 * results in the ledger. The account is opened by the first act, with nothing in it.
 */
export async function actOnOwn<T extends Advanced>(tx: Handle, userId: string, act: Act<T>): Promise<Result<T>> {
  if (env().MARKET_FEED !== 'simulated') return refuse('no-quotes', CLOSED);
  const kept = await accountOf(tx, userId);
  const at = now().getTime();
  if (kept && kept.until > at) {
    const until = utcText(new Date(Math.ceil(kept.until / SECOND) * SECOND));
    return refuse('clock-back', `The clock was set back. You can trade again from ${until}.`);
  }
  const before = kept?.account ?? EMPTY_ACCOUNT;
  const advanced = advance(before, tradingPrices(), kept?.until ?? at, at);
  const current = await settled(tx, userId, before, advanced);
  const acted = act(current, at);
  if (!acted.ok) return acted;
  const account = await settled(tx, userId, current, acted.value);
  const orders = [...advanced.orders, ...acted.value.orders];
  const next = { account, memory: null, until: at };
  if (kept) await saveAccount(tx, userId, next, orders);
  else await openAccount(tx, { id: userId, kind: 'investor', createdAt: now() }, next, orders);
  await tellUnfilled(tx, userId, before.waiting, advanced);
  return done({ ...acted.value, account });
}

async function settled(tx: Handle, id: string, before: Account, { account: after, orders }: Advanced) {
  const [account] = await settle(tx, [{ id, ledger: trading(id), before, after, orders }]);
  return account as Account;
}

/** Tells an investor of waiting orders whose time came and that the margin, or what was held by then, did not allow. */
async function tellUnfilled(
  tx: Handle,
  userId: string,
  waited: readonly WaitingOrder[],
  { account, orders }: Advanced,
): Promise<void> {
  const waits = new Set(account.waiting.map(({ key }) => key));
  const filled: Order[] = [...orders];
  for (const { key, id, kind, by, reduceOnly } of waited) {
    if (waits.has(key)) continue;
    const found = filled.findIndex((order) => order.id === id && order.kind === kind && order.by === by);
    if (found >= 0) {
      filled.splice(found, 1);
      continue;
    }
    const why = reduceOnly ? 'nothing of it was held any more' : 'there was not enough margin';
    const text = `An order for ${mustContract(id).symbol} was not filled: ${why}.`;
    await notify(tx, { userId, text, href: '/live-trading#orders' });
  }
}
