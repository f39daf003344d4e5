import { inArray } from 'drizzle-orm';
import { setting } from '#drizzle/schema';
import { LIMITS, type LimitKey } from '~/features/catalogue';
import type { Handle } from '~/platform/db/index.server';
import type { Limits } from './policy';

/** The limits of what one administrator may do alone; one whose row is missing is zero, so that all needs two. */
export async function limitsNow(tx: Handle): Promise<Limits> {
  const rows = await tx
    .select()
    .from(setting)
    .where(inArray(setting.key, Object.keys(LIMITS)));
  const of = (key: LimitKey): number => rows.find((row) => row.key === key)?.value ?? 0;
  const cents = (key: LimitKey): bigint => BigInt(of(key));
  return {
    receivedDiffersBps: of('limit-received-differs-bps'),
    deposit: cents('limit-deposit'),
    withdrawal: cents('limit-withdrawal'),
    depositsDay: cents('limit-deposits-day'),
    withdrawalsDay: cents('limit-withdrawals-day'),
    userDepositsWeek: cents('limit-user-deposits-week'),
    userWithdrawalsWeek: cents('limit-user-withdrawals-week'),
  };
}
