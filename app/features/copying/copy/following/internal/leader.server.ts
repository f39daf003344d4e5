import { tradingAccount } from '#drizzle/schema';
import { actOnAccount, advanceOwnAccount, isDue } from '~/features/copying/liveTrading/ownAccount.server';
import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { advanceSimulatedTrader } from '~/features/copying/traders/simulated/tradeOn.server';
import { now, SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { done } from '~/platform/result';
import { findSavedAccount, type SavedAccount } from '~/trading/accounts/accounts.server';
import { type Prices, withPriceCache } from '~/trading/prices/prices';

/** Account of a leader, and the time in milliseconds until which its record is complete; copies can advance up to it. */
export type LeaderState = { saved: SavedAccount; prices: Prices; until: number };

/**
 * Kinds of work that advance copies. `act` needs current prices, `job` may run without them, and `beside` is a concurrent batch that
 * writes only rows of its copies.
 */
export type AdvanceMode = 'act' | 'job' | 'beside';

/**
 * Error of a batch without the leader's lock that finds a due change of the leader. Only a worker that holds that lock may write the
 * change.
 */
export class NeedsLeaderError extends Error {
  override name = 'NeedsLeaderError';
}

/**
 * Fills the leader's due orders, so that no copy overtakes the leader, and returns the account; null for a trader with manual results.
 */
export async function advanceLeader(tx: Handle, traderId: string, work: AdvanceMode): Promise<LeaderState | null> {
  const [row] = await verified(tx, tradingAccount, { id: traderId });
  if (!row || row.kind === 'copy') return null;
  const second = Math.floor(now().getTime() / SECOND) * SECOND;
  if (row.memory !== null && work === 'act') await advanceSimulatedTrader(tx, traderId, second);
  const saved = await mustAccount(tx, traderId);
  // Reads prices first, so that copies never use a newer price than the leader's rows.
  const prices = withPriceCache(await getPricesFor(saved));
  const to = prices.until(second);
  if (saved.memory !== null) return { saved, prices, until: Math.min(to, saved.until) };
  if (!isDue(saved, prices, to)) return { saved, prices, until: to };
  if (work === 'beside') throw new NeedsLeaderError('The leader has something due');
  const advanced =
    row.kind === 'investor'
      ? await advanceOwnAccount(tx, traderId)
      : await actOnAccount(tx, { id: traderId, ledger: null }, (account) => done({ account, orders: [] }));
  if (!advanced.ok) throw new Error(`Leader ${traderId} could not be brought up to now: ${advanced.error.message}`);
  return { saved: await mustAccount(tx, traderId), prices, until: to };
}

async function mustAccount(tx: Handle, id: string): Promise<SavedAccount> {
  const saved = await findSavedAccount(tx, id);
  if (!saved) throw new Error(`There is no account ${id}`);
  return saved;
}
