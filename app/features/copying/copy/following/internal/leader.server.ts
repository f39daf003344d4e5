import { tradingAccount } from '#drizzle/schema';
import { actOnAccount, carryOwn, isDue } from '~/features/copying/liveTrading/ownAccount.server';
import { pricesFor } from '~/features/copying/quotes/prices.server';
import { tradeOn } from '~/features/copying/traders/simulated/tradeOn.server';
import { now, SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { done } from '~/platform/result';
import { type SavedAccount, savedAccount } from '~/trading/accounts/accounts.server';
import { type Prices, remembering } from '~/trading/prices/prices';

/** A leader's account, and up to when all that happened in it is written down, milliseconds: its copies can be brought that far. */
export type LeaderState = { kept: SavedAccount; prices: Prices; until: number };

/**
 * Kinds of work that bring copies up to date: an act, for which that must be now; a job, which may leave prices of now to later; a batch
 * of the job that runs beside others of the same leader, and so writes only rows of its copies.
 */
export type Work = 'act' | 'job' | 'beside';

/** Copies can't go on before something of their leader's is written, for which the work has to hold the leader alone. */
export class NeedsLeaderError extends Error {
  override name = 'NeedsLeaderError';
}

/**
 * Returns the leader's account, with what is due filled first, so that no copy is brought past it; for an act up to now. Null for typed.
 */
export async function leaderOf(tx: Handle, traderId: string, work: Work): Promise<LeaderState | null> {
  const [row] = await verified(tx, tradingAccount, { id: traderId });
  if (!row || row.kind === 'copy') return null;
  const second = Math.floor(now().getTime() / SECOND) * SECOND;
  if (row.memory !== null && work === 'act') await tradeOn(tx, traderId, second);
  const kept = await mustAccount(tx, traderId);
  // Read before the account is advanced, so that none of these prices is newer than those that the leader's rows were made with.
  const prices = remembering(await pricesFor(kept));
  const to = prices.until(second);
  if (kept.memory !== null) return { kept, prices, until: Math.min(to, kept.until) };
  if (!isDue(kept, prices, to)) return { kept, prices, until: to };
  if (work === 'beside') throw new NeedsLeaderError('The leader has something due');
  const carried =
    row.kind === 'investor'
      ? await carryOwn(tx, traderId)
      : await actOnAccount(tx, { id: traderId, ledger: null }, (account) => done({ account, orders: [] }));
  if (!carried.ok) throw new Error(`Leader ${traderId} could not be brought up to now: ${carried.error.message}`);
  return { kept: await mustAccount(tx, traderId), prices, until: to };
}

async function mustAccount(tx: Handle, id: string): Promise<SavedAccount> {
  const kept = await savedAccount(tx, id);
  if (!kept) throw new Error(`There is no account ${id}`);
  return kept;
}
