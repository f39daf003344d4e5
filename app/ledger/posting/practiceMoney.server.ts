import { and, eq, type SQL, sql } from 'drizzle-orm';
import { journal, transfer } from '#drizzle/schema';
import type { Handle, Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import type { Result } from '~/platform/result';
import { available, custody } from '../chartOfAccounts';
import { type JournalEntry, type PostError, type PostedJournal, post } from './post.server';

export const PRACTICE_MONEY_CENTS = 10_000_00n;

/** Puts practice money into what a user can spend: once to a user, however often and from however many sides it is requested. */
export const postPracticeMoney = (
  tx: Handle,
  user: string,
  { actor, effectiveAt }: Pick<JournalEntry, 'actor' | 'effectiveAt'>,
): Promise<Result<PostedJournal, PostError>> => {
  const legs = [{ debit: custody('practice'), credit: available(user), amount: PRACTICE_MONEY_CENTS }];
  return post(tx, { kind: 'practice-money', ref: user, actor, effectiveAt, legs });
};

export async function practiceMoneyOf(handle: Reader, user: string): Promise<bigint> {
  const given: SQL | undefined = and(eq(journal.kind, 'practice-money'), eq(journal.businessRef, user));
  const [row] = await handle
    .select({ sum: sql<bigint>`cast(coalesce(sum(${transfer.amount}), 0) as text)`.mapWith(BigInt) })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .where(given);
  return row?.sum ?? 0n;
}

/** Returns the available practice money of a user in cents; null in live mode, and once it was taken. */
export const practiceOffered = async (handle: Reader, user: string): Promise<bigint | null> =>
  isPaper() && (await practiceMoneyOf(handle, user)) === 0n ? PRACTICE_MONEY_CENTS : null;
