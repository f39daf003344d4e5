import { and, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { deposit, referralBonus, user as userTable } from '#drizzle/schema';
import { canGetBonuses, findAccountsOfPerson } from '~/features/people';
import { formatUsd } from '~/ledger/money';
import { findLowest } from '~/ledger/reading/lowest';
import { readNetDepositChanges } from '~/ledger/reading/netIn.server';
import { now } from '~/platform/clock';
import { type Handle, lockRule } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { decideBonus, getMonthRange, REDUCTION_TEXTS } from '../rules';
import { referralBonusMachine } from '../states';
import { notifyBonusNothing, notifyReferralBonusWaits } from './mail.server';
import { moveBonus, payBonus } from './payBonus.server';
import { isInOwnReferralLine } from './referrerOf.server';

type Bonus = typeof referralBonus.$inferSelect;

/**
 * Decides the amount of a bonus after its period, and pays it or leaves it waiting.
 * @returns false if an identity check is still missing, so that the job retries
 */
export async function decideReferralBonus(tx: Handle, id: string): Promise<boolean> {
  const undecided = and(
    eq(referralBonus.id, id),
    isNull(referralBonus.decidedAt),
    ne(referralBonus.status, 'taken-back'),
  );
  const [found] = await tx
    .select({ bonus: referralBonus, received: deposit.received, referrer: userTable })
    .from(referralBonus)
    .innerJoin(deposit, eq(deposit.id, referralBonus.depositId))
    // A closed account gets no bonus, even if it was closed after the job found the bonus.
    .innerJoin(userTable, and(eq(userTable.id, referralBonus.referrerId), eq(userTable.status, 'open')))
    .where(undecided);
  if (!found) return true;
  const { bonus, referrer } = found;
  // A person's monthly cap counts the bonuses of all their accounts.
  await lockRule(tx, 'referral bonuses');
  if (!(await canGetBonuses(tx, [bonus.referrerId, bonus.referredId]))) return false;
  const { amount, basis, reduction } = decideBonus({
    received: found.received ?? 0n,
    rateBps: bonus.rateBps,
    ...findLowest(await readNetDepositChanges(tx, bonus.referredId), bonus.createdAt, bonus.dueAt),
    paidFor: await sumPaidFor(tx, bonus.referredId),
    room: BigInt(await readSetting(tx, 'referral-month-cap')) - (await sumDecidedThisMonth(tx, bonus)),
    isOnePerson: await isInOwnReferralLine(tx, bonus.referredId, bonus.referrerId),
  });
  const set = { amount, basis, reduction, decidedAt: now() };
  const [decided] = await tx.update(referralBonus).set(set).where(undecided).returning();
  if (!decided) throw new Error(`Referral bonus ${id} was decided meanwhile`);
  await record(tx, {
    thing: referralBonusMachine.thing,
    thingId: id,
    event: 'decide',
    by: SYSTEM_ACTOR,
    userId: referrer.id,
    details: {
      counted: formatUsd(basis),
      bonus: formatUsd(amount),
      ...(reduction && { why: REDUCTION_TEXTS[reduction] }),
    },
  });
  if (amount === 0n) {
    await moveBonus(tx, decided, 'reduce');
    await notifyBonusNothing(tx, referrer, { expected: bonus.amount, reduction });
    return true;
  }
  if (await payBonus(tx, decided, referrer)) return true;
  if (decided.status === 'due') await moveBonus(tx, decided, 'wait');
  await notifyReferralBonusWaits(tx, referrer, { amount, until: 'reserve' });
  return true;
}

async function sumPaidFor(tx: Handle, referredId: string): Promise<bigint> {
  const [found] = await tx
    .select({ sum: sql<string>`cast(coalesce(sum(${referralBonus.basis}), 0) as text)` })
    .from(referralBonus)
    .where(and(eq(referralBonus.referredId, referredId), ne(referralBonus.status, 'taken-back')));
  return BigInt(found?.sum ?? 0);
}

async function sumDecidedThisMonth(tx: Handle, { referrerId }: Bonus): Promise<bigint> {
  const { from, to } = getMonthRange(now());
  const [found] = await tx
    .select({ sum: sql<string>`cast(coalesce(sum(${referralBonus.amount}), 0) as text)` })
    .from(referralBonus)
    .where(
      and(
        inArray(referralBonus.referrerId, [...(await findAccountsOfPerson(tx, referrerId))]),
        gte(referralBonus.decidedAt, from),
        lt(referralBonus.decidedAt, to),
        ne(referralBonus.status, 'taken-back'),
      ),
    );
  return BigInt(found?.sum ?? 0);
}
