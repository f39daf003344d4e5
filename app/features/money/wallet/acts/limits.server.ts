import { setting } from '#drizzle/schema';
import { LIMITS, type LimitKey } from '~/features/backoffice';
import type { JournalKind } from '~/ledger/chartOfAccounts';
import { sumMovements } from '~/ledger/reading/sums.server';
import { after, DAY, systemNow } from '~/platform/clock';
import { type Handle, lockRule } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type AdminActor, formatActor } from '~/platform/states';
import type { Limits, Sums } from './reasonsForTwo';

/** Reads the limits of a single administrator. A missing row counts as zero, so that every act needs two. */
export async function loadLimits(tx: Handle): Promise<Limits> {
  const rows = await verified(tx, setting, { key: Object.keys(LIMITS) });
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

/** Returns the sums to compare with the limits if this administrator approved `amount` more for this user, cents. */
export async function computeSumsWith(
  tx: Handle,
  by: AdminActor,
  { kind, userId, amount }: { kind: JournalKind; userId: string; amount: bigint },
): Promise<Sums> {
  // Locks the administrator's sums, because the user's lock does not prevent concurrent decisions about two users.
  await lockRule(tx, `limits of ${formatActor(by)}`);
  const since = (days: number) => after(systemNow(), -days * DAY);
  const day = await sumMovements(tx, { kinds: [kind], since: since(1), aloneBy: formatActor(by) });
  const week = await sumMovements(tx, { kinds: [kind], since: since(7), userId });
  return { day: day + amount, week: week + amount };
}
