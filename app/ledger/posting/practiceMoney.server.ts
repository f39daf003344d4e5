import { and, eq, type SQL, sql } from 'drizzle-orm';
import { journal, transfer } from '#drizzle/schema';
import type { Handle, Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import type { Result } from '~/platform/result';
import { availableAccount, custody } from '../chartOfAccounts';
import { type JournalEntry, type PostError, type PostedJournal, post } from './post.server';

export const PRACTICE_MONEY_CENTS = 10_000_00n;

/** Posts practice money to a user's available balance, once per user, even for concurrent requests. */
export const postPracticeMoney = (
  tx: Handle,
  user: string,
  { actor, effectiveAt }: Pick<JournalEntry, 'actor' | 'effectiveAt'>,
): Promise<Result<PostedJournal, PostError>> => {
  const legs = [{ debit: custody('practice'), credit: availableAccount(user), amount: PRACTICE_MONEY_CENTS }];
  return post(tx, { kind: 'practice-money', ref: user, actor, effectiveAt, legs });
};

export async function readPracticeMoney(handle: Reader, user: string): Promise<bigint> {
  const isGrant: SQL | undefined = and(eq(journal.kind, 'practice-money'), eq(journal.businessRef, user));
  const [row] = await handle
    .select({ sum: sql<bigint>`cast(coalesce(sum(${transfer.amount}), 0) as text)`.mapWith(BigInt) })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .where(isGrant);
  return row?.sum ?? 0n;
}

/** Returns the unclaimed practice money of a user in cents; null in live mode, and once claimed. */
export const readUnclaimedPracticeMoney = async (handle: Reader, user: string): Promise<bigint | null> =>
  isPaper() && (await readPracticeMoney(handle, user)) === 0n ? PRACTICE_MONEY_CENTS : null;
