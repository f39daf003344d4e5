import { sql } from 'drizzle-orm';
import { cents, check, flag, id, index, instant, int, oneOf, table, text } from '../columns';
import { promise } from './ledger';
import { user } from './people';

/* Plans on sale, and sold plans. */

export const plan = table('plan', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  minimum: cents('minimum').notNull(),
  maximum: cents('maximum').notNull(),
  /** Return per day of the principal, in basis points. */
  dailyBps: int('daily_bps').notNull(),
  days: int('days').notNull(),
  enabled: flag('enabled').notNull().default(true),
  position: int('position').notNull(),
});

export const INVESTMENT_STATES = ['running', 'matured', 'ended'] as const;

export const investment = table(
  'investment',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** Terms as sold. Later changes of the catalogue do not affect them. */
    planId: text('plan_id').notNull(),
    planName: text('plan_name').notNull(),
    principal: cents('principal').notNull(),
    dailyBps: int('daily_bps').notNull(),
    days: int('days').notNull(),
    promiseId: id('promise_id')
      .notNull()
      .references(() => promise.id),
    /** Whole days accrued so far. */
    daysAccrued: int('days_accrued').notNull().default(0),
    /** Time when the next day is complete; null once ended. */
    nextAccrualAt: instant('next_accrual_at'),
    openedAt: instant('opened_at').notNull(),
    maturesAt: instant('matures_at').notNull(),
    endedAt: instant('ended_at'),
    status: text('status').$type<(typeof INVESTMENT_STATES)[number]>().notNull(),
  },
  (t) => [
    index('investment_user').on(t.userId, t.openedAt),
    index('investment_principal').on(t.principal, t.id),
    index('investment_due').on(t.status, t.nextAccrualAt),
    check('investment_status', oneOf(t.status, INVESTMENT_STATES)),
    check('investment_days', sql`${t.daysAccrued} between 0 and ${t.days}`),
  ],
);
