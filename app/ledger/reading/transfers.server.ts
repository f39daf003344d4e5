import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { account, journal, transfer } from '#drizzle/schema';
import { type Handle, prepared } from '~/platform/db/index.server';

const place = sql.placeholder;
const number = (name: string) => sql<number>`cast(${place(name)} as bigint)`;

const MOVED = {
  id: transfer.id,
  journalId: journal.id,
  kind: journal.kind,
  at: journal.effectiveAt,
  debit: transfer.debitAccountId,
  credit: transfer.creditAccountId,
  amount: transfer.amount,
};

/** The transfers of some accounts on one side, as far as `which` says, by the versions of the accounts. */
const moved = (
  name: string,
  side: SQLiteColumn,
  version: SQLiteColumn,
  which: (version: SQLiteColumn) => SQL | undefined,
  whose: SQL,
) =>
  prepared(`ledger.${name}`, (handle) =>
    handle
      .select(MOVED)
      .from(account)
      .innerJoin(transfer, and(eq(side, account.id), which(version)))
      .innerJoin(journal, eq(journal.id, transfer.journalId))
      .where(whose),
  );

const ofUser = eq(account.ownerId, place('user'));
const ofAccount = eq(account.id, place('account'));

// A version counts the transfers of an account, so those above `version - n` are its newest n: a short walk on an index.
const newest = (version: SQLiteColumn) => gt(version, sql`${account.version} - ${number('most')}`);
const between = (version: SQLiteColumn) => and(gt(version, number('after')), lte(version, number('upTo')));

const newestDebits = moved('newest-debits', transfer.debitAccountId, transfer.debitVersion, newest, ofUser);
const newestCredits = moved('newest-credits', transfer.creditAccountId, transfer.creditVersion, newest, ofUser);
const debitsSince = moved('debits-since', transfer.debitAccountId, transfer.debitVersion, between, ofAccount);
const creditsSince = moved('credits-since', transfer.creditAccountId, transfer.creditVersion, between, ofAccount);

/** A transfer, with what its journal says of it. */
export type UserTransfer = Awaited<ReturnType<typeof newestDebits>>[number];

/** The newest `most` transfers of each account of a user, in no order; one between two of them is there twice. */
export async function newestTransfers(handle: Handle, user: string, most: number): Promise<UserTransfer[]> {
  const asked = { user, most };
  const [debits, credits] = await Promise.all([newestDebits(handle, asked), newestCredits(handle, asked)]);
  return [...debits, ...credits];
}

/** The transfers that brought an account from after one version to another, in no order. */
export async function transfersBetween(
  handle: Handle,
  id: string,
  after: number,
  upTo: number,
): Promise<UserTransfer[]> {
  const asked = { account: id, after, upTo };
  const [debits, credits] = await Promise.all([debitsSince(handle, asked), creditsSince(handle, asked)]);
  return [...debits, ...credits];
}
