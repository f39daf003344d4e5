import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { referralBonus, user as userTable } from '#drizzle/schema';
import { hasPapers, papersFirst } from '~/features/people';
import { now, SECOND } from '~/platform/clock';
import { type Reader, read, write } from '~/platform/db/index.server';
import { eachAlone, type Job } from '~/platform/jobs/index.server';
import { decideReferralBonus } from './internal/decideReferralBonus.server';
import { payBonus } from './internal/payBonus.server';

const BATCH = 50;

export async function decideDueReferralBonuses(): Promise<boolean> {
  const known = (await papersFirst(read()))
    ? and(hasPapers(referralBonus.referrerId), hasPapers(referralBonus.referredId))
    : undefined;
  const due = await unpaid(read(), and(isNull(referralBonus.decidedAt), lte(referralBonus.dueAt, now()), known));
  const ids = due.map(({ bonus }) => bonus.id);
  await eachAlone(ids, decideReferralBonus);
  return due.length === BATCH;
}

/** Pays waiting bonuses, oldest first, until the reserve is short. @returns whether more may be payable */
export async function payWaitingReferralBonuses(): Promise<boolean> {
  return await write(async (tx) => {
    const waiting = await unpaid(tx, isNotNull(referralBonus.decidedAt));
    for (const { bonus, referrer } of waiting) {
      if (!(await payBonus(tx, bonus, referrer))) return false;
    }
    return waiting.length === BATCH;
  });
}

/** Bonuses that wait. One whose referrer has closed their account waits until it is open again. */
const unpaid = (handle: Reader, which: SQL | undefined) =>
  handle
    .select({ bonus: referralBonus, referrer: userTable })
    .from(referralBonus)
    .innerJoin(userTable, and(eq(userTable.id, referralBonus.referrerId), eq(userTable.status, 'open')))
    .where(and(inArray(referralBonus.status, ['due', 'waiting']), which))
    .orderBy(asc(referralBonus.dueAt), asc(referralBonus.createdAt), asc(referralBonus.id))
    .limit(BATCH);

export const referralJobs: Job[] = [
  { name: 'due-bonuses', everyMs: 10 * SECOND, run: decideDueReferralBonuses },
  { name: 'waiting-bonuses', everyMs: 10 * SECOND, run: payWaitingReferralBonuses },
];
