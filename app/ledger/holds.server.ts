import { and, eq, sql } from 'drizzle-orm';
import { hold, promise } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { accrued, available, held, reserve } from './chart';
import { type Entry, type PostError, type Posted, post } from './post.server';

type Head = Omit<Entry, 'legs'>;

/** Sets `amount` cents of a user aside for `purpose`: available to held. */
export async function placeHold(
  tx: Handle,
  head: Head,
  { user, amount, purpose }: { user: string; amount: bigint; purpose: string },
): Promise<Result<Posted & { holdId: string }, PostError>> {
  const posted = await post(tx, { ...head, legs: [{ debit: available(user), credit: held(user), amount }] });
  if (!posted.ok) return posted;
  const holdId = newId();
  await tx.insert(hold).values({ id: holdId, userId: user, journalId: posted.value.journalId, amount, purpose });
  return done({ ...posted.value, holdId });
}

/**
 * Ends an open hold with the journal that settles (money leaves) or releases it (money goes back).
 * @param legs what that journal moves out of `held`, all of the hold together
 */
export async function resolveHold(
  tx: Handle,
  head: Head,
  { holdId, outcome, legs }: { holdId: string; outcome: 'settled' | 'released'; legs: Entry['legs'] },
): Promise<Result<Posted, PostError>> {
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) return posted;
  const resolved = await tx
    .update(hold)
    .set({ outcome, resolvedBy: posted.value.journalId })
    .where(and(eq(hold.id, holdId), eq(hold.outcome, 'open')))
    .returning({ amount: hold.amount });
  const moved = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  if (resolved[0]?.amount !== moved) throw new Error(`Hold ${holdId} is not open for ${moved} cents`);
  return posted;
}

/** Reserves the whole of a return before it is promised: free to committed. `insufficient` when the reserve is short. */
export async function makePromise(
  tx: Handle,
  head: Head,
  { total, purpose }: { total: bigint; purpose: string },
): Promise<Result<Posted & { promiseId: string }, PostError>> {
  const posted = await post(tx, { ...head, legs: [{ debit: reserve.free, credit: reserve.committed, amount: total }] });
  if (!posted.ok) return posted;
  const promiseId = newId();
  await tx.insert(promise).values({ id: promiseId, purpose, total, paid: 0n, remaining: total });
  return done({ ...posted.value, promiseId });
}

/** Pays `amount` of a promise to the user it was made to: committed to accrued. */
export async function payPromise(
  tx: Handle,
  head: Head,
  { promiseId, user, amount }: { promiseId: string; user: string; amount: bigint },
): Promise<Result<Posted, PostError>> {
  const posted = await post(tx, { ...head, legs: [{ debit: reserve.committed, credit: accrued(user), amount }] });
  if (!posted.ok) return posted;
  // The CHECKs on the row refuse to pay more than is left.
  await tx
    .update(promise)
    .set({ paid: sql`${promise.paid} + ${amount}`, remaining: sql`${promise.remaining} - ${amount}` })
    .where(eq(promise.id, promiseId));
  return posted;
}

/** Gives what is left of a promise back to the free reserve, and returns how many cents that was. */
export async function releasePromise(tx: Handle, head: Head, promiseId: string): Promise<bigint> {
  const [row] = await tx.select().from(promise).where(eq(promise.id, promiseId));
  if (!row || row.remaining === 0n) return 0n;
  const legs = [{ debit: reserve.committed, credit: reserve.free, amount: row.remaining }];
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) throw new Error(`Promise ${promiseId} could not be released: ${posted.error.code}`);
  await tx.update(promise).set({ remaining: 0n }).where(eq(promise.id, promiseId));
  return row.remaining;
}

