import { and, asc, eq, exists, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { tradingAccount, tradingPosition, user } from '#drizzle/schema';
import { getCurrentFeed, getPricesFor } from '~/features/copying/quotes/prices.server';
import { findAccountsWithWaitingProfits, payWaitingProfits } from '~/features/copying/settlement/settle.server';
import { trading } from '~/ledger/chartOfAccounts';
import { HOUR, MINUTE, now, SECOND } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { openingOrders } from '~/trading/orders/place';
import { CLOSE_OUT_INTERVALS_MS } from '~/trading/tradingTerms';
import { cancelLocked } from './cancelLocked.server';
import { advanceOwnAccount, isDue } from './ownAccount.server';
import { isLocked } from './rules';
import { windDown } from './windDown.server';

/**
 * Number of accounts per batch. Advancing one takes a millisecond or less, unless it has not been advanced for long.
 */
const BATCH_SIZE = 20;

/** Interval at which an idle account is saved, so that advancing it later stays short. */
const IDLE_SAVE_INTERVAL_MS = HOUR;

/** Progress of the scan per database and kind of account: the tick of its start, and the last ID checked. */
const scanProgress = new WeakMap<Reader, Map<string, { tick: number; from: string }>>();

/** Text that sorts after every ID. As the last ID checked, it means that the scan is complete. */
const AFTER_LAST_ID = '~';

/** Function that returns the IDs after `from` of accounts of one kind that have positions or waiting orders. */
export type ActiveAccounts = (from: string, limit: number) => Promise<string[]>;

/** Advances some accounts that are due: once a minute, or when prices have arrived. @returns whether more are left */
export async function checkAccountBatch(
  name: string,
  active: ActiveAccounts,
  poll: (id: string) => Promise<void>,
): Promise<boolean> {
  const places = scanProgress.get(read()) ?? new Map();
  scanProgress.set(read(), places);
  const tick = await getCheckIntervalMs();
  let place = places.get(name);
  if (place?.tick !== tick) place = { tick, from: '' };
  else if (place.from === AFTER_LAST_ID) return false;
  const ids = await active(place.from, BATCH_SIZE);
  for (const id of ids) await poll(id);
  places.set(name, { tick, from: ids.length === BATCH_SIZE ? (ids.at(-1) as string) : AFTER_LAST_ID });
  return ids.length === BATCH_SIZE;
}

/** Returns the interval between two checks of accounts: a minute or, on a live source, the interval between two of its answers. */
async function getCheckIntervalMs(): Promise<number> {
  const at = now().getTime();
  const feed = getCurrentFeed();
  return feed === 'simulated' ? Math.floor(at / MINUTE) : (await getPricesFor({ feed })).until(at);
}

const hasWaitingOrders = sql`cast(${tradingAccount.waiting} as text) <> '[]'`;

const hasPositions = () =>
  exists(
    read()
      .select({ one: sql`1` })
      .from(tradingPosition)
      .where(and(eq(tradingPosition.accountId, tradingAccount.id), ne(tradingPosition.size, 0n))),
  );

/**
 * Creates a function that returns the IDs of accounts with positions or waiting orders, among those that match
 * `which`.
 */
export const activeAccountsWhere =
  (which: () => SQL | undefined): ActiveAccounts =>
  async (from, limit) => {
    const rows = await read()
      .select({ id: tradingAccount.id })
      .from(tradingAccount)
      .where(and(which(), gt(tradingAccount.id, from), or(hasPositions(), hasWaitingOrders)))
      .orderBy(asc(tradingAccount.id))
      .limit(limit);
    return rows.map(({ id }) => id);
  };

/** Calls `keep` if an order or fee of the account is due, or if the account was not saved for `IDLE_SAVE_INTERVAL_MS`. */
export async function checkAccount(id: string, save: (tx: Handle) => Promise<unknown>): Promise<void> {
  const saved = await findSavedAccount(read(), id);
  if (!saved) return;
  const prices = await getPricesFor(saved);
  const at = prices.until(now().getTime());
  if (at - saved.until >= IDLE_SAVE_INTERVAL_MS || isDue(saved, prices, at))
    await write(save, { users: [id], traders: [id] });
}

const activeOwn = activeAccountsWhere(() => eq(tradingAccount.kind, 'investor'));

const advanceOwnAccounts = () =>
  checkAccountBatch('own', activeOwn, (id) => checkAccount(id, (tx) => advanceOwnAccount(tx, id)));

async function endBarredAccounts(): Promise<boolean> {
  const rest = await read()
    .select({ id: user.id })
    .from(tradingAccount)
    .innerJoin(user, eq(user.id, tradingAccount.id))
    .where(
      and(
        eq(tradingAccount.kind, 'investor'),
        eq(user.status, 'closed'),
        or(gt(tradingAccount.cash, 0n), hasPositions()),
      ),
    )
    .orderBy(asc(user.id))
    .limit(BATCH_SIZE);
  for (const { id } of rest) {
    await write(
      async (tx) => {
        // The account may have been reopened meanwhile.
        if ((await findVerifiedUser(tx, id))?.status === 'closed') await windDown(tx, id);
      },
      { users: [id], traders: [id] },
    );
  }
  const locked = await read()
    .select({ id: user.id })
    .from(tradingAccount)
    .innerJoin(user, eq(user.id, tradingAccount.id))
    .where(and(eq(tradingAccount.kind, 'investor'), eq(user.pdtUnlocked, false), hasWaitingOrders));
  for (const { id } of locked) {
    const saved = await findSavedAccount(read(), id);
    const waitsToOpen = saved && openingOrders(saved.account).some(({ cancelledAt }) => cancelledAt === undefined);
    if (!waitsToOpen) continue;
    await write(
      async (tx) => {
        const owner = await findVerifiedUser(tx, id);
        if (owner && isLocked(owner)) await cancelLocked(tx, id);
      },
      { users: [id], traders: [id] },
    );
  }
  return false;
}

/** Pays profits of own trading that waited for the market reserve. @returns whether more may be payable */
async function payOwnProfits(): Promise<boolean> {
  const ids = await findAccountsWithWaitingProfits(read(), 'investor', BATCH_SIZE);
  if (ids.length === 0) return false;
  const paid = await write(
    (tx) =>
      payWaitingProfits(
        tx,
        ids.map((id) => ({ id, ledger: trading(id) })),
      ),
    { users: ids, traders: ids },
  );
  return paid.length === BATCH_SIZE;
}

export const ownTradingJobs: Job[] = [
  { name: 'own-trading', everyMs: CLOSE_OUT_INTERVALS_MS.ownTrading, run: advanceOwnAccounts },
  { name: 'own-trading-profits', everyMs: 5 * SECOND, run: payOwnProfits },
  { name: 'own-trading-closed', everyMs: 5 * MINUTE, run: endBarredAccounts },
];
