import { trader } from '#drizzle/schema';
import { prefetchStake, recordStake } from '~/features/copying/leaderStake/stake.server';
import { getCurrentFeed, getPricesFor } from '~/features/copying/quotes/prices.server';
import { settleOrders } from '~/features/copying/settlement/settle.server';
import { type AccountRef, trading } from '~/ledger/chartOfAccounts';
import { holdClock, now, SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { notify } from '~/platform/events/index.server';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { type Account, EMPTY_ACCOUNT, type Order, type WaitingOrder } from '~/trading/accounts/account';
import {
  findSavedAccount,
  moveToFeed,
  openAccount,
  type SavedAccount,
  saveAccount,
} from '~/trading/accounts/accounts.server';
import { type Advanced, advanceAccount } from '~/trading/accounts/advance';
import { requireContract } from '~/trading/contracts';
import { withoutExpiredOrders } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';

/**
 * Function that changes an account after it was advanced. `acceptsOrders` is false while the account holds positions
 * of another price source.
 */
export type AccountAct<T extends Advanced> = (account: Account, at: number, market: AccountMarket) => Result<T>;

export type AccountMarket = { prices: Prices; acceptsOrders: boolean; until: number };

export const getOtherFeed = (): Refusal => ({
  code: 'other-feed',
  message: 'Your positions were opened on another price source than the current one. Close them before you open more.',
  field: 'symbol',
});

type Acted = { id: string; ledger: AccountRef | null };

/** Advances an account to now, changes it, and saves it with its results in the ledger; null without an account. */
export async function actOnAccount<T extends Advanced>(
  tx: Handle,
  { id, ledger }: Acted,
  act: AccountAct<T>,
): Promise<Result<{ did: T; before: Account; advanced: Advanced } | null>> {
  holdClock();
  prefetchStake(tx, id);
  const saved = await findSavedAccount(tx, id);
  if (!saved) return done(null);
  const at = now().getTime();
  if (saved.until > at) {
    const until = utcText(new Date(Math.ceil(saved.until / SECOND) * SECOND));
    return refuse('clock-back', `The clock was set back. You can trade again from ${until}.`);
  }
  const settled = async (before: Account, { account: after, orders }: Advanced): Promise<Account> =>
    ledger ? ((await settleOrders(tx, [{ id, ledger, before, after, orders }]))[0] as Account) : after;
  const before = saved.account;
  const prices = await getPricesFor(saved);
  const known = Math.max(prices.until(at), saved.until);
  const advanced = advanceAccount(before, prices, saved.until, known);
  const current = withoutExpiredOrders(await settled(before, advanced), at);
  // Prices do not affect an account without positions and orders, so the act need not wait for a price.
  const until = isActive(current) || current.later.length > 0 ? known : at;
  const acted = act(current, at, { prices, acceptsOrders: saved.feed === getCurrentFeed(), until });
  if (!acted.ok) return acted;
  const account = await settled(current, acted.value);
  const next = { account, memory: null, until };
  const orders = [...advanced.orders, ...acted.value.orders];
  await saveAccount(tx, id, next, orders);
  await recordStake(tx, id, orders);
  return done({ did: { ...acted.value, account }, before, advanced });
}

export function isDue({ account, until }: SavedAccount, prices: Prices, to: number): boolean {
  if (to <= until) return false;
  const advanced = advanceAccount(account, prices, until, to);
  const { waiting, later } = advanced.account;
  return (
    advanced.orders.length > 0 || waiting.length !== account.waiting.length || later.length !== account.later.length
  );
}

const getOwnAccountRef = (userId: string): Acted => ({ id: userId, ledger: trading(userId) });

/** Runs `actOnAccount` on an investor's own trading account. The first act opens the account, empty. */
export async function actOnOwn<T extends Advanced>(tx: Handle, userId: string, act: AccountAct<T>): Promise<Result<T>> {
  holdClock();
  prefetchStake(tx, userId);
  const own = getOwnAccountRef(userId);
  await moveToCurrentFeed(tx, userId);
  let acted = await actOnAccount(tx, own, act);
  if (acted.ok && acted.value === null) {
    const empty = { account: EMPTY_ACCOUNT, memory: null, until: now().getTime() };
    await openAccount(tx, { id: userId, kind: 'investor', createdAt: now(), feed: getCurrentFeed() }, empty, []);
    acted = await actOnAccount(tx, own, act);
  }
  if (!acted.ok) return acted;
  if (acted.value === null) throw new Error(`The account of ${userId} was not opened`);
  const { did, before, advanced } = acted.value;
  await notifyUnfilled(tx, userId, before.waiting, advanced);
  return done(did);
}

export const advanceOwnAccount = (tx: Handle, userId: string): Promise<Result<Advanced>> =>
  actOnOwn(tx, userId, (account) => done({ account, orders: [] }));

/** Moves an idle account to the current feed. The account of a trader stays on its feed because copies follow it. */
async function moveToCurrentFeed(tx: Handle, userId: string): Promise<void> {
  const saved = await findSavedAccount(tx, userId);
  if (!saved || saved.feed === getCurrentFeed() || isActive(withoutExpiredOrders(saved.account, now().getTime())))
    return;
  // Orders that can't be filled any more are removed first, after all known prices were applied.
  if (isActive(saved.account))
    await actOnAccount(tx, getOwnAccountRef(userId), (account) => done({ account, orders: [] }));
  const left = await findSavedAccount(tx, userId);
  if (!left || isActive(left.account)) return;
  const [copied] = await verified(tx, trader, { id: userId });
  if (!copied) await moveToFeed(tx, userId, getCurrentFeed());
}

export const isActive = ({ positions, waiting }: Account): boolean =>
  waiting.length > 0 || Object.keys(positions).length > 0;

async function notifyUnfilled(
  tx: Handle,
  userId: string,
  waited: readonly WaitingOrder[],
  { account, orders }: Advanced,
): Promise<void> {
  const waits = new Set(account.waiting.map(({ key }) => key));
  const filled: Order[] = [...orders];
  const notifyInvestor = (text: string) => notify(tx, { userId, text, href: '/live-trading#orders' });
  for (const { key, id, kind, size, by, reduceOnly, cancelledAt } of waited) {
    if (waits.has(key) || kind === 'amend') continue;
    const { symbol } = requireContract(id);
    const found = filled.findIndex(
      (order) => order.id === id && order.kind === kind && order.by === by && (reduceOnly || order.size === size),
    );
    if (found >= 0) {
      filled.splice(found, 1);
      if (cancelledAt)
        await notifyInvestor(`The order for ${symbol} was filled at a price from before its cancellation.`);
      continue;
    }
    if (cancelledAt) continue;
    const why = reduceOnly ? 'nothing of it was held any more' : 'there was not enough margin';
    await notifyInvestor(`An order for ${symbol} was not filled: ${why}.`);
  }
}
