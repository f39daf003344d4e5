import { and, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import type { JournalKind } from '../chartOfAccounts';

type MovementFilter = {
  kinds: JournalKind[];
  /** Earliest time of recording, by the machine's clock. */
  since: Date;
  /** If set, only journals by this actor without an approver are included. */
  aloneBy?: string;
  /** If set, only transfers from or to an account of this user are included. */
  userId?: string;
};

export async function sumMovements(handle: Reader, { kinds, since, aloneBy, userId }: MovementFilter): Promise<bigint> {
  const alone: SQL | undefined = aloneBy ? and(eq(journal.actor, aloneBy), isNull(journal.approver)) : undefined;
  const owned = userId
    ? inArray(transfer.id, handle.select({ id: transfer.id }).from(transfer).innerJoin(account, movesAccountOf(userId)))
    : undefined;
  const [row] = await handle
    .select({ sum: sql<bigint>`cast(coalesce(sum(${transfer.amount}), 0) as text)`.mapWith(BigInt) })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .where(and(inArray(journal.kind, kinds), gte(journal.recordedAt, since), alone, owned));
  return row?.sum ?? 0n;
}

const movesAccountOf = (userId: string): SQL | undefined =>
  and(
    eq(account.ownerId, userId),
    or(eq(account.id, transfer.debitAccountId), eq(account.id, transfer.creditAccountId)),
  );
