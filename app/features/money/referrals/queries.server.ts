import { and, count, desc, eq, lt } from 'drizzle-orm';
import { referralBonus, user } from '#drizzle/schema';
import { areDocumentsRequired, isProvisionalUsername } from '~/features/people';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { readForwardPage } from '~/platform/db/paging';
import { maskEmail } from '~/platform/fields/mailAddress';
import { readSetting } from '~/platform/installation/settings.server';
import { createPublicLink } from '~/platform/installation/site';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import type { User } from '~/signIns/session.server';
import { getBonusRate } from './grantReferralBonus.server';
import { BONUS_CONDITIONS, computeBonus, formatBonusDay, REDUCTION_TEXTS } from './rules';
import type { ReferralBonusState } from './states';

/** Person who registered by the user's link, with the bonuses from their deposits, cents. */
export type Referred = {
  id: string;
  firstName: string;
  lastName: string;
  /** Masked, because the referrer may not see the address. */
  email: string;
  date: Date;
  refBonus: bigint;
  /** Unpaid bonuses: their period is not over, or the reserve is too small. */
  waiting: bigint;
};

export type BonusView = {
  id: string;
  at: Date;
  friend: string;
  /** Amount paid or to be paid, cents; the largest possible amount during the holding period. */
  amount: bigint;
  status: ReferralBonusState;
  /** Reason for the wait, or for a lower amount. */
  note: string;
};

const EXAMPLE_AMOUNT = 1_000_00n;

export async function loadReferrals({ id, username }: User, before: string | null = null, size?: number) {
  const own = eq(user.referrerId, id);
  const [all] = await read().select({ friends: count() }).from(user).where(own);
  const older = and(own, before ? lt(user.id, before) : undefined);
  const { rows: people, next } = await readForwardPage(
    async (limit) => read().select().from(user).where(older).orderBy(desc(user.id)).limit(limit),
    size,
  );
  const bonuses = await findBonuses(id);
  const rate = await getBonusRate(read());
  const sum = (some: typeof bonuses) => some.reduce((total, { bonus }) => total + bonus.amount, 0n);
  const inStates = (...states: ReferralBonusState[]) => bonuses.filter(({ bonus }) => states.includes(bonus.status));
  const paid = inStates('paid', 'reduced');
  const waiting = inStates('due', 'waiting');
  const ofPerson = (some: typeof bonuses, person: string) => some.filter(({ bonus }) => bonus.referredId === person);
  return {
    // A generated username may be replaced later, which would break the link.
    link: createPublicLink(`/user/${isProvisionalUsername(username) ? id : username}`),
    mayChooseName: isProvisionalUsername(username),
    rate,
    areDocumentsRequired: await areDocumentsRequired(read()),
    holdingDays: await readSetting(read(), 'holding-days'),
    monthCap: BigInt(await readSetting(read(), 'referral-month-cap')),
    example: { deposit: EXAMPLE_AMOUNT, bonus: computeBonus(EXAMPLE_AMOUNT, rate) },
    earned: (await readBalancesAndTotals(id)).totals.referralBonus,
    waiting: sum(waiting),
    bonuses: bonuses.slice(0, ROWS_ON_A_PAGE).map(toBonusView),
    friends: all?.friends ?? 0,
    isFirst: !before,
    next,
    referred: people.map(
      ({ id: referredId, firstName, lastName, email, createdAt }): Referred => ({
        id: referredId,
        firstName,
        lastName,
        email: maskEmail(email),
        date: createdAt,
        refBonus: sum(ofPerson(paid, referredId)),
        waiting: sum(ofPerson(waiting, referredId)),
      }),
    ),
  };
}

const findBonuses = (referrerId: string) =>
  read()
    .select({ bonus: referralBonus, firstName: user.firstName, lastName: user.lastName })
    .from(referralBonus)
    .innerJoin(user, eq(user.id, referralBonus.referredId))
    .where(eq(referralBonus.referrerId, referrerId))
    .orderBy(desc(referralBonus.createdAt), desc(referralBonus.id));

function toBonusView({ bonus, firstName, lastName }: Awaited<ReturnType<typeof findBonuses>>[number]): BonusView {
  const { id, createdAt: at, amount, status } = bonus;
  return { id, at, friend: `${firstName} ${lastName}`, amount, status, note: describeBonusState(bonus) };
}

function describeBonusState({ status, reduction, decidedAt, dueAt }: typeof referralBonus.$inferSelect): string {
  if (status === 'taken-back') return 'The deposit for it was reversed';
  const less = reduction ? `Less than the full bonus: ${REDUCTION_TEXTS[reduction]}` : '';
  if (status === 'paid' || status === 'reduced') return less;
  if (!decidedAt && dueAt <= now()) return `At most this: waits until ${BONUS_CONDITIONS.documents}`;
  if (!decidedAt) return `At most this: decided after ${formatBonusDay(dueAt)}, for the money that stays until then`;
  return `Waits until ${BONUS_CONDITIONS.reserve}${less && `. ${less}`}`;
}
