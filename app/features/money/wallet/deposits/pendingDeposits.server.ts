import { and, eq, sql } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';

export async function sumPendingDeposits(handle: Reader, userId: string): Promise<bigint> {
  const [row] = await handle
    .select({ sum: sql<bigint>`cast(coalesce(sum(${deposit.amount}), 0) as text)`.mapWith(BigInt) })
    .from(deposit)
    .where(and(eq(deposit.userId, userId), eq(deposit.status, 'pending')));
  return row?.sum ?? 0n;
}
