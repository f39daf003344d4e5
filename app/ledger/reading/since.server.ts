import { eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { account, transfer } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';

/** Change of an account's balance on its normal side, cents. */
export type AccountChange = { code: string; ownerId: string | null; change: bigint };

/** Sums the journals written after `mark` (an ID) by account, sorted by code. */
export async function sumChangesSince(handle: Reader, mark: string): Promise<AccountChange[]> {
  const debited = alias(account, 'debited');
  const credited = alias(account, 'credited');
  const moved = await handle
    .select({ debited, credited, amount: transfer.amount })
    .from(transfer)
    .innerJoin(debited, eq(debited.id, transfer.debitAccountId))
    .innerJoin(credited, eq(credited.id, transfer.creditAccountId))
    .where(gt(transfer.journalId, mark));
  const changes = new Map<string, AccountChange>();
  const add = ({ code, ownerId }: typeof account.$inferSelect, amount: bigint) => {
    const known = changes.get(code) ?? { code, ownerId, change: 0n };
    changes.set(code, { ...known, change: known.change + amount });
  };
  for (const { debited: from, credited: to, amount } of moved) {
    add(from, from.normalSide === 'debit' ? amount : -amount);
    add(to, to.normalSide === 'credit' ? amount : -amount);
  }
  return [...changes.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}
