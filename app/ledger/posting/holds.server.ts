import { and, eq } from 'drizzle-orm';
import { hold, promise } from '#drizzle/schema';
import { findAll, type Handle, insertAll, updateAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { accruedEarningsAccount, availableAccount, heldAccount, reserve } from '../chartOfAccounts';
import { type JournalEntry, type PostError, type PostedJournal, post, postMany } from './post.server';

type Head = Omit<JournalEntry, 'legs'>;

/** Holds `amount` cents of a user for `purpose`, by moving them from available to held. */
export async function placeHold(
  tx: Handle,
  head: Head,
  { user, amount, purpose }: { user: string; amount: bigint; purpose: string },
): Promise<Result<PostedJournal & { holdId: string }, PostError>> {
  const posted = await post(tx, {
    ...head,
    legs: [{ debit: availableAccount(user), credit: heldAccount(user), amount }],
  });
  if (!posted.ok) return posted;
  const holdId = newId();
  const { journalId } = posted.value;
  await insertAll(tx, hold, [
    { id: holdId, userId: user, journalId, amount, purpose, outcome: 'open', resolvedBy: null },
  ]);
  return done({ ...posted.value, holdId });
}

/**
 * Posts the journal that settles or releases an open hold, and ends the hold. Throws if the hold has already ended, or
 * if `legs` do not move its whole amount.
 */
export async function resolveHold(
  tx: Handle,
  head: Head,
  { holdId, outcome, legs }: { holdId: string; outcome: 'settled' | 'released'; legs: JournalEntry['legs'] },
): Promise<Result<PostedJournal, PostError>> {
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) return posted;
  const [ended] = await tx
    .update(hold)
    .set({ outcome, resolvedBy: posted.value.journalId })
    .where(and(eq(hold.id, holdId), eq(hold.outcome, 'open')))
    .returning({ user: hold.userId, amount: hold.amount });
  const moved = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  if (ended?.amount !== moved) throw new Error(`Hold ${holdId} is not open for ${moved} cents`);
  if (legs.some((leg) => leg.debit.code !== heldAccount(ended.user).code))
    throw new Error(`Hold ${holdId} belongs to another owner`);
  return posted;
}

/**
 * Promises a return of `total` cents, and moves this amount from the free to the committed reserve. Refuses
 * (`insufficient`) if the free reserve is too small.
 * @param price journal of the price, posted first in the same round trip; the caller rolls back if either fails
 * @returns the journal of the price or, without one, that of the promise; with an error, the kind of the failed journal
 */
export async function makePromise(
  tx: Handle,
  head: Head,
  { total, purpose }: { total: bigint; purpose: string },
  price?: JournalEntry,
): Promise<Result<PostedJournal & { promiseId: string }, PostError & { kind: JournalEntry['kind'] }>> {
  const own = { ...head, legs: [{ debit: reserve.free, credit: reserve.committed, amount: total }] };
  const entries = price ? [price, own] : [own];
  const posted = await postMany(tx, entries);
  for (const [at, { kind }] of entries.entries()) {
    const result = posted[at];
    if (result && !result.ok) return { ok: false, error: { ...result.error, kind } };
  }
  const [first] = posted;
  if (!first?.ok) throw new Error(`${head.kind} ${head.ref} was not posted`);
  const promiseId = newId();
  await insertAll(tx, promise, [{ id: promiseId, purpose, total, paid: 0n, remaining: total }]);
  return done({ ...first.value, promiseId });
}

export type Payment = Head & { promiseId: string; user: string; amount: bigint };

/**
 * Posts a batch of a few hundred payments of promises, from the committed reserve to accrued earnings. Throws if a
 * promise owes less than its payment.
 */
export async function payPromises(tx: Handle, payments: Payment[]): Promise<Result<PostedJournal, PostError>[]> {
  const results = await postMany(
    tx,
    payments.map(({ promiseId, user, amount, ...head }) => ({
      ...head,
      legs: [{ debit: reserve.committed, credit: accruedEarningsAccount(user), amount }],
    })),
  );
  const found = await findAll(tx, promise, { id: [...new Set(payments.map((payment) => payment.promiseId))] });
  const promises = new Map(found.map((row) => [row.id, row]));
  for (const [at, { promiseId, amount }] of payments.entries()) {
    if (!results[at]?.ok) continue;
    const owed = promises.get(promiseId);
    if (!owed || owed.remaining < amount) throw new Error(`Promise ${promiseId} does not owe ${amount} cents`);
    owed.paid += amount;
    owed.remaining -= amount;
  }
  await updateAll(
    tx,
    promise,
    found.map(({ id, paid, remaining }) => ({ id, paid, remaining })),
  );
  return results;
}

export async function releasePromise(tx: Handle, head: Head, promiseId: string): Promise<bigint> {
  const [row] = await tx.select().from(promise).where(eq(promise.id, promiseId));
  if (!row || row.remaining === 0n) return 0n;
  const legs = [{ debit: reserve.committed, credit: reserve.free, amount: row.remaining }];
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) throw new Error(`Promise ${promiseId} could not be released: ${posted.error.code}`);
  await tx.update(promise).set({ remaining: 0n }).where(eq(promise.id, promiseId));
  return row.remaining;
}
