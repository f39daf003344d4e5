import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { journal, referralBonus, user } from '#drizzle/schema';
import { standingOf } from '~/ledger/lifetime.server';
import { read } from '~/platform/db/index.server';
import type { User } from '~/platform/session.server';
import { publicLink } from '~/platform/site';
import { bonusRate } from './grantReferralBonus.server';
import { bonusOn } from './rules';
import type { ReferralBonusState } from './states';

/** Somebody who came by the user's link, with what their deposits have brought, cents. */
export type Referred = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  date: Date;
  refBonus: bigint;
  /** Not paid yet, for want of a reserve. */
  waiting: bigint;
  /** Of deposits that were reversed before their bonus was paid. */
  dropped: bigint;
};

/** What the example on the page deposits. */
const EXAMPLE = 1_000_00n;

const PAGE = 25;

/**
 * The user's link, what it brought, and a page of who came by it, the newest first.
 * @param before the id of the last one of the page before
 */
export async function referralsOf({ id, username }: User, before: string | null = null) {
  const mine = eq(user.referrerId, id);
  const [all] = await read().select({ friends: count() }).from(user).where(mine);
  const found = await read()
    .select()
    .from(user)
    .where(and(mine, before ? lt(user.id, before) : undefined))
    .orderBy(desc(user.id))
    .limit(PAGE + 1);
  const people = found.slice(0, PAGE);
  const bonuses = await bonusesOf(id);
  const rate = await bonusRate(read());
  const sum = (some: typeof bonuses) => some.reduce((total, { bonus }) => total + bonus.amount, 0n);
  const inState = (state: ReferralBonusState) => bonuses.filter(({ bonus }) => bonus.status === state);
  const paid = inState('paid').filter(({ takenBack }) => !takenBack);
  const ofPerson = (some: typeof bonuses, person: string) => some.filter(({ bonus }) => bonus.referredId === person);
  return {
    link: publicLink(`/user/${username}`),
    rate,
    example: { deposit: EXAMPLE, bonus: bonusOn(EXAMPLE, rate) },
    earned: (await standingOf(id)).totals.referralBonus,
    waiting: sum(inState('waiting')),
    dropped: sum(inState('dropped')),
    friends: all?.friends ?? 0,
    isFirst: !before,
    next: found.length > PAGE ? (people.at(-1)?.id ?? null) : null,
    referred: people.map(
      ({ id: referredId, firstName, lastName, email, createdAt }): Referred => ({
        id: referredId,
        firstName,
        lastName,
        email,
        date: createdAt,
        refBonus: sum(ofPerson(paid, referredId)),
        waiting: sum(ofPerson(inState('waiting'), referredId)),
        dropped: sum(ofPerson(inState('dropped'), referredId)),
      }),
    ),
  };
}

/** The bonuses of a referrer, each with the journal that took it back, if one did. */
const bonusesOf = (referrerId: string) =>
  read()
    .select({ bonus: referralBonus, takenBack: journal.id })
    .from(referralBonus)
    .leftJoin(
      journal,
      and(
        eq(journal.kind, 'referral-bonus-reversed'),
        eq(journal.businessRef, sql`'referral-bonus:' || ${referralBonus.id}`),
      ),
    )
    .where(eq(referralBonus.referrerId, referrerId));
