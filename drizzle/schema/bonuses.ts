import { cents, check, id, index, instant, int, oneOf, table, text, uniqueIndex } from '../columns';
import { user } from './people';
import { deposit } from './wallet';

/* Bonuses for referring a friend and for reaching a rank. */

export const REFERRAL_BONUS_STATES = ['due', 'waiting', 'paid', 'reduced', 'taken-back'] as const;

/**
 * Reason for a bonus below the operator's rate: money left during the period, the money was already counted for an
 * earlier bonus, the month's cap was reached, or both accounts belong to one person.
 */
export const REDUCTIONS = ['left', 'counted', 'cap', 'person'] as const;

export const referralBonus = table(
  'referral_bonus',
  {
    id: id('id').primaryKey(),
    depositId: id('deposit_id')
      .notNull()
      .references(() => deposit.id),
    referrerId: id('referrer_id').notNull(),
    referredId: id('referred_id').notNull(),
    /** Amount to pay or paid, in cents. Before the decision, the largest possible amount. */
    amount: cents('amount').notNull(),
    /** Operator's rate when the deposit was approved, basis points. */
    rateBps: int('rate_bps').notNull(),
    /**
     * Deposited amount on which the bonus was decided, in cents; null before. The sum of these amounts, less reversals,
     * is the basis of the person's payments.
     */
    basis: cents('basis'),
    reduction: text('reduction').$type<(typeof REDUCTIONS)[number]>(),
    status: text('status').$type<(typeof REFERRAL_BONUS_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** End of the period during which the deposited money has to stay. */
    dueAt: instant('due_at').notNull(),
    /** Time when the amount was decided; null while the period runs. */
    decidedAt: instant('decided_at'),
    paidAt: instant('paid_at'),
  },
  (t) => [
    uniqueIndex('referral_bonus_deposit').on(t.depositId),
    index('referral_bonus_referrer').on(t.referrerId, t.createdAt),
    index('referral_bonus_referred').on(t.referredId),
    index('referral_bonus_waiting').on(t.status, t.dueAt),
    check('referral_bonus_status', oneOf(t.status, REFERRAL_BONUS_STATES)),
    check('referral_bonus_reduction', oneOf(t.reduction, REDUCTIONS)),
  ],
);

export const RANK_IDS = ['silver', 'gold', 'diamond'] as const;

export const RANK_BONUS_STATES = ['waiting', 'claimable', 'claimed'] as const;

/** Bonus for reaching a rank, once per user and rank. A bonus without a row is locked. */
export const rankBonus = table(
  'rank_bonus',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    rank: text('rank').$type<(typeof RANK_IDS)[number]>().notNull(),
    /** Amount in the catalogue when the rank was reached. */
    amount: cents('amount').notNull(),
    status: text('status').$type<(typeof RANK_BONUS_STATES)[number]>().notNull(),
    /** Time when the deposit that reached the rank was approved. */
    createdAt: instant('created_at').notNull(),
    /** End of the period during which the rank has to be held. */
    dueAt: instant('due_at').notNull(),
    claimedAt: instant('claimed_at'),
  },
  (t) => [
    uniqueIndex('rank_bonus_once').on(t.userId, t.rank),
    index('rank_bonus_waiting').on(t.status, t.dueAt),
    check('rank_bonus_status', oneOf(t.status, RANK_BONUS_STATES)),
  ],
);
