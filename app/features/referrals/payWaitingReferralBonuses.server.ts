import { and, asc, eq } from 'drizzle-orm';
import { referralBonus, user as userTable } from '#drizzle/schema';
import { type Handle, write } from '~/platform/db/index.server';
import { payBonus } from './payBonus.server';

const BATCH = 50;

/**
 * A job: pays bonuses that wait for the reserve, the oldest first, until the next one is more than the reserve holds. One
 * whose referrer has closed their account is not paid any more.
 * @returns whether more may be payable
 */
export async function payWaitingReferralBonuses(): Promise<boolean> {
  return await write(async (tx) => {
    const waiting = await payable(tx);
    for (const { bonus, referrer } of waiting) {
      if (!(await payBonus(tx, bonus, referrer))) return false;
    }
    return waiting.length === BATCH;
  });
}

const payable = (tx: Handle) =>
  tx
    .select({ bonus: referralBonus, referrer: userTable })
    .from(referralBonus)
    .innerJoin(userTable, and(eq(userTable.id, referralBonus.referrerId), eq(userTable.status, 'open')))
    .where(eq(referralBonus.status, 'waiting'))
    .orderBy(asc(referralBonus.createdAt), asc(referralBonus.id))
    .limit(BATCH);
