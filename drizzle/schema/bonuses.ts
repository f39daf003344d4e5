import { cents, check, id, index, instant, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { deposit } from './wallet';

/* Bonuses for referring a friend and for reaching a rank. */

export const REFERRAL_BONUS_STATES = ['due', 'paid', 'waiting', 'dropped'] as const;

export const referralBonus = table(
  'referral_bonus',
  {
    id: id('id').primaryKey(),
    depositId: id('deposit_id')
      .notNull()
      .references(() => deposit.id),
    referrerId: id('referrer_id').notNull(),
    referredId: id('referred_id').notNull(),
    amount: cents('amount').notNull(),
    status: text('status').$type<(typeof REFERRAL_BONUS_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (t) => [
    uniqueIndex('referral_bonus_deposit').on(t.depositId),
    index('referral_bonus_referrer').on(t.referrerId, t.createdAt),
    index('referral_bonus_waiting').on(t.status),
    check('referral_bonus_status', oneOf(t.status, REFERRAL_BONUS_STATES)),
  ],
);

export const RANK_BONUS_STATES = ['claimable', 'claimed'] as const;

/** A bonus for reaching a rank, once per user and rank; while there is no row it is locked. */
export const rankBonus = table(
  'rank_bonus',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    rank: text('rank').$type<'silver' | 'gold' | 'diamond'>().notNull(),
    /** As the catalogue had it when the rank was reached. */
    amount: cents('amount').notNull(),
    status: text('status').$type<(typeof RANK_BONUS_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
    claimedAt: instant('claimed_at'),
  },
  (t) => [
    uniqueIndex('rank_bonus_once').on(t.userId, t.rank),
    check('rank_bonus_status', oneOf(t.status, RANK_BONUS_STATES)),
  ],
);
