import { and, asc, eq, exists, gt, ne, or, sql } from 'drizzle-orm';
import { tradingAccount, tradingPosition, user } from '#drizzle/schema';
import { trading } from '~/ledger/chart';
import { HOUR, MINUTE, now, SECOND } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import type { Job } from '~/platform/jobs/index.server';
import { done } from '~/platform/result';
import { accountOf } from '~/trading/accounts.server';
import { advance } from '~/trading/advance';
import { accountsWithWaitingProfits, payWaitingProfits } from '../positions';
import { actOnOwn } from './ownAccount.server';
import { tradingPrices } from './prices.server';
import { windDown } from './windDown.server';

/** Accounts that one batch looks at: an account takes a millisecond or less, unless much time has passed. */
const AT_ONCE = 20;

/** An account in which nothing happens is kept this often, so that what is looked at again stays short. */
const KEPT_EVERY = HOUR;

/** Beside each database, the minute whose accounts are being looked at, and how far that is. */
const looked = new WeakMap<Handle, { minute: number; from: string }>();

/**
 * Lets what is due happen in accounts of own trading that hold something or have orders that wait: each is looked at once in
 * every minute of the product's clock.
 * @returns whether there are more to look at
 */
export async function advanceOwnAccounts(): Promise<boolean> {
  if (env().MARKET_FEED !== 'simulated') return false;
  const minute = Math.floor(now().getTime() / MINUTE);
  let place = looked.get(read());
  if (place?.minute !== minute) place = { minute, from: '' };
  else if (place.from === DONE) return false;
  const ids = await activeAfter(place.from);
  for (const id of ids) await lookAt(id);
  looked.set(read(), { minute, from: ids.length === AT_ONCE ? (ids.at(-1) as string) : DONE });
  return ids.length === AT_ONCE;
}

/** After every id. */
const DONE = '~';

const holds = () =>
  exists(
    read()
      .select({ one: sql`1` })
      .from(tradingPosition)
      .where(and(eq(tradingPosition.accountId, tradingAccount.id), ne(tradingPosition.size, 0n))),
  );

async function activeAfter(from: string): Promise<string[]> {
  const waits = sql`cast(${tradingAccount.waiting} as text) <> '[]'`;
  const rows = await read()
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.kind, 'investor'), gt(tradingAccount.id, from), or(holds(), waits)))
    .orderBy(asc(tradingAccount.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

async function lookAt(id: string): Promise<void> {
  const kept = await accountOf(read(), id);
  const at = now().getTime();
  if (!kept || kept.until >= at) return;
  const { account, orders } = advance(kept.account, tradingPrices(), kept.until, at);
  const changed = orders.length > 0 || account.waiting.length !== kept.account.waiting.length;
  if (!changed && at - kept.until < KEPT_EVERY) return;
  await write((tx) => actOnOwn(tx, id, (current) => done({ account: current, orders: [] })));
}

/** Ends the own trading of closed accounts where something is left of it. */
async function windDownClosed(): Promise<boolean> {
  const rest = await read()
    .select({ id: user.id })
    .from(tradingAccount)
    .innerJoin(user, eq(user.id, tradingAccount.id))
    .where(
      and(eq(tradingAccount.kind, 'investor'), eq(user.status, 'closed'), or(gt(tradingAccount.cash, 0n), holds())),
    )
    .orderBy(asc(user.id))
    .limit(AT_ONCE);
  for (const { id } of rest) await write((tx) => windDown(tx, id));
  return false;
}

/** Pays profits of own trading that waited for the market reserve. @returns whether more may be payable */
async function payOwnProfits(): Promise<boolean> {
  const ids = await accountsWithWaitingProfits(read(), 'investor', AT_ONCE);
  if (ids.length === 0) return false;
  const paid = await write((tx) =>
    payWaitingProfits(
      tx,
      ids.map((id) => ({ id, ledger: trading(id) })),
    ),
  );
  return paid.length === AT_ONCE;
}

/** What own trading does by itself. */
export const ownTradingJobs: Job[] = [
  { name: 'own-trading', everyMs: 5 * SECOND, run: advanceOwnAccounts },
  { name: 'own-trading-profits', everyMs: 5 * SECOND, run: payOwnProfits },
  { name: 'own-trading-closed', everyMs: 5 * MINUTE, run: windDownClosed },
];
