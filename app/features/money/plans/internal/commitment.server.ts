import { and, eq, sql } from 'drizzle-orm';
import { investment, promise } from '#drizzle/schema';
import { reserve } from '~/ledger/chartOfAccounts';
import { balance } from '~/ledger/reading/statement.server';
import type { Reader } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { computeCommitmentLeft } from '../rules';

/** Key of the setting for the part of the reserve that one person's plans may commit, basis points. */
export const SHARE_SETTING = 'plan-share-bps';

export type Commitment = {
  shareBps: number;
  /** Amount still owed to the user's running plans, cents. */
  owed: bigint;
  left: bigint;
  free: bigint;
};

export async function loadCommitment(handle: Reader, userId: string): Promise<Commitment> {
  const [[found], free, committed, shareBps] = await Promise.all([
    handle
      .select({ owed: sql<string>`cast(coalesce(sum(${promise.remaining}), 0) as text)` })
      .from(investment)
      .innerJoin(promise, eq(promise.id, investment.promiseId))
      .where(and(eq(investment.userId, userId), eq(investment.status, 'running'))),
    balance(handle, reserve.free.code),
    balance(handle, reserve.committed.code),
    readSetting(handle, SHARE_SETTING),
  ]);
  const owed = BigInt(found?.owed ?? 0);
  const whole = free + committed;
  return { shareBps, owed, left: computeCommitmentLeft({ whole, owed, shareBps }), free };
}
