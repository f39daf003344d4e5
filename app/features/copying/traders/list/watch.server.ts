import { and, eq } from 'drizzle-orm';
import { trader, watchedTrader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, read } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';

export async function watchTrader(tx: Handle, user: ActingInvestor, traderId: string): Promise<Result<{ id: string }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const [found] = await tx.select({ id: trader.id }).from(trader).where(eq(trader.id, traderId));
  if (!found) return refuse('unknown-trader', 'There is no such trader.', 'trader');
  await tx.insert(watchedTrader).values({ id: newId(), userId: user.id, traderId, at: now() }).onConflictDoNothing();
  return done({ id: traderId });
}

export async function unwatchTrader(
  tx: Handle,
  user: ActingInvestor,
  traderId: string,
): Promise<Result<{ id: string }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  await tx.delete(watchedTrader).where(and(eq(watchedTrader.userId, user.id), eq(watchedTrader.traderId, traderId)));
  return done({ id: traderId });
}

/** Deletes a user's watchlist when the account is closed, since no law requires its retention. */
export async function unwatchAll(tx: Handle, userId: string): Promise<void> {
  await tx.delete(watchedTrader).where(eq(watchedTrader.userId, userId));
}

export async function findWatchedBy(userId: string): Promise<string[]> {
  const rows = await read()
    .select({ traderId: watchedTrader.traderId })
    .from(watchedTrader)
    .where(eq(watchedTrader.userId, userId));
  return rows.map(({ traderId }) => traderId);
}
