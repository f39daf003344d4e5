import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { referralBonus, user as userTable } from '#drizzle/schema';
import { areDocumentsRequired, hasApprovedDocuments } from '~/features/people';
import { now, SECOND } from '~/platform/clock';
import { type Reader, read, write } from '~/platform/db/index.server';
import { inSeparateTransactions, type Job } from '~/platform/jobs/index.server';
import { decideReferralBonus } from './internal/decideReferralBonus.server';
import { payBonus } from './internal/payBonus.server';

const BONUSES_PER_BATCH = 50;

export async function decideDueReferralBonuses(): Promise<boolean> {
  const known = (await areDocumentsRequired(read()))
    ? and(hasApprovedDocuments(referralBonus.referrerId), hasApprovedDocuments(referralBonus.referredId))
    : undefined;
  const due = await selectUnpaid(read(), and(isNull(referralBonus.decidedAt), lte(referralBonus.dueAt, now()), known));
  await inSeparateTransactions(
    due.map(({ bonus }) => ({ id: bonus.id, users: listPeople(bonus) })),
    decideReferralBonus,
  );
  return due.length === BONUSES_PER_BATCH;
}

/** Pays waiting bonuses, oldest first, until the reserve is short. @returns whether more may be payable */
export async function payWaitingReferralBonuses(): Promise<boolean> {
  const decided = isNotNull(referralBonus.decidedAt);
  const waiting = (await selectUnpaid(read(), decided)).map(({ bonus }) => bonus);
  if (waiting.length === 0) return false;
  const ids = waiting.map(({ id }) => id);
  return await write(
    async (tx) => {
      for (const { bonus, referrer } of await selectUnpaid(tx, and(decided, inArray(referralBonus.id, ids)))) {
        if (!(await payBonus(tx, bonus, referrer))) return false;
      }
      return ids.length === BONUSES_PER_BATCH;
    },
    { users: waiting.flatMap(listPeople) },
  );
}

const listPeople = ({ referrerId, referredId }: typeof referralBonus.$inferSelect) => [referrerId, referredId];

/** Selects the waiting bonuses of open accounts. Bonuses of a closed account wait until the account is reopened. */
const selectUnpaid = (handle: Reader, which: SQL | undefined) =>
  handle
    .select({ bonus: referralBonus, referrer: userTable })
    .from(referralBonus)
    .innerJoin(userTable, and(eq(userTable.id, referralBonus.referrerId), eq(userTable.status, 'open')))
    .where(and(inArray(referralBonus.status, ['due', 'waiting']), which))
    .orderBy(asc(referralBonus.dueAt), asc(referralBonus.createdAt), asc(referralBonus.id))
    .limit(BONUSES_PER_BATCH);

export const referralJobs: Job[] = [
  { name: 'due-bonuses', everyMs: 10 * SECOND, run: decideDueReferralBonuses },
  { name: 'waiting-bonuses', everyMs: 10 * SECOND, run: payWaitingReferralBonuses },
];
