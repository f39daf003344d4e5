import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { availableAccount, type JournalKind } from '../chartOfAccounts';
import type { SumChange } from './lowest';

/** Kinds of journals of deposits and withdrawals. Withdrawals count from their request. */
const NET_DEPOSIT_KINDS: JournalKind[] = [
  'deposit',
  'deposit-reversed',
  'withdrawal-requested',
  'withdrawal-cancelled',
  'withdrawal-rejected',
  'withdrawal-bounced',
];

/** Returns the changes of a user's net deposits, cents, in chronological order. */
export async function readNetDepositChanges(handle: Reader, user: string): Promise<SumChange[]> {
  const [own] = await handle
    .select({ id: account.id })
    .from(account)
    .where(eq(account.code, availableAccount(user).code));
  if (!own) return [];
  const moved = await handle
    .select({ at: journal.effectiveAt, credit: transfer.creditAccountId, amount: transfer.amount })
    .from(transfer)
    .innerJoin(journal, and(eq(journal.id, transfer.journalId), inArray(journal.kind, NET_DEPOSIT_KINDS)))
    .where(or(eq(transfer.debitAccountId, own.id), eq(transfer.creditAccountId, own.id)))
    .orderBy(asc(journal.effectiveAt), asc(journal.id), asc(transfer.leg));
  return moved.map(({ at, credit, amount }) => ({ at, change: credit === own.id ? amount : -amount }));
}
