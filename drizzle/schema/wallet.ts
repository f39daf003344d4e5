import { sql } from 'drizzle-orm';
import { cents, check, coins, flag, id, index, instant, int, oneOf, table, text, uniqueIndex } from '../columns';
import { hold } from './ledger';
import { user } from './people';
import { file } from './platform';

/* Deposits and withdrawals. */

export const depositMethod = table('deposit_method', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  /** Form of this method's wallet addresses: a currency and, for tokens, its network. */
  network: text('network').notNull(),
  minimum: cents('minimum').notNull(),
  address: text('address').notNull(),
  /** Icon of the icon set. */
  icon: text('icon').notNull().default('coin'),
  enabled: flag('enabled').notNull().default(true),
  position: int('position').notNull(),
});

export const withdrawalMethod = table('withdrawal_method', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  network: text('network').notNull(),
  minimum: cents('minimum').notNull(),
  fee: cents('fee').notNull(),
  /** Icon of the icon set. */
  icon: text('icon').notNull().default('coin'),
  enabled: flag('enabled').notNull().default(true),
  position: int('position').notNull(),
});

export const DEPOSIT_STATES = ['pending', 'approved', 'rejected', 'cancelled', 'reversed'] as const;

export const deposit = table(
  'deposit',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    method: text('method').notNull(),
    /** Amount stated by the user. */
    amount: cents('amount').notNull(),
    /** Amount that arrived, as entered at the approval; it may differ. */
    received: cents('received'),
    /** Amount in the method's coin that the page requested; null without a coin or page. */
    coinAmount: coins('coin_amount'),
    /** Amount that arrived in the method's coin, if the approving administrator entered it. */
    coinReceived: coins('coin_received'),
    proofFileId: id('proof_file_id').references(() => file.id),
    /** Transaction ID of the payment, from the user or an administrator. It is a proof like the picture. */
    transactionId: text('transaction_id'),
    status: text('status').$type<(typeof DEPOSIT_STATES)[number]>().notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    /** Time of the chargeback by the sender's bank or card; null for a reversal of a mistake. */
    chargedBackAt: instant('charged_back_at'),
  },
  (t) => [
    index('deposit_user').on(t.userId, t.createdAt),
    index('deposit_queue').on(t.status, t.createdAt),
    index('deposit_proof').on(t.proofFileId),
    index('deposit_transaction').on(t.transactionId),
    index('deposit_amount').on(t.amount, t.id),
    index('deposit_received').on(t.received, t.id),
    check('deposit_status', oneOf(t.status, DEPOSIT_STATES)),
  ],
);

export const WITHDRAWAL_STATES = ['requested', 'approved', 'paid', 'rejected', 'cancelled', 'bounced'] as const;

export const withdrawal = table(
  'withdrawal',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    method: text('method').notNull(),
    amount: cents('amount').notNull(),
    /** Charge that was shown before the user confirmed; it never changes. */
    fee: cents('fee').notNull(),
    wallet: text('wallet').notNull(),
    holdId: id('hold_id')
      .notNull()
      .references(() => hold.id),
    status: text('status').$type<(typeof WITHDRAWAL_STATES)[number]>().notNull(),
    reason: text('reason'),
    /** Transaction id of the payment. */
    reference: text('reference'),
    /** Amount sent in the method's coin, if the paying administrator entered it. */
    coinPaid: coins('coin_paid'),
    requestedAt: instant('requested_at').notNull(),
    /** Time before which the withdrawal can't be approved; null if it never waited. */
    waitsUntil: instant('waits_until'),
    approvedAt: instant('approved_at'),
    paidAt: instant('paid_at'),
    endedAt: instant('ended_at'),
    /** Restore after which an administrator decided whether the withdrawal had been paid; null without one. */
    checkedAfter: id('checked_after'),
  },
  (t) => [
    index('withdrawal_user').on(t.userId, t.requestedAt),
    index('withdrawal_queue').on(t.status, t.requestedAt),
    index('withdrawal_wallet').on(sql`lower(${t.wallet})`),
    index('withdrawal_amount').on(t.amount, t.id),
    check('withdrawal_status', oneOf(t.status, WITHDRAWAL_STATES)),
  ],
);

/**
 * Payment that was credited to a deposit or paid a withdrawal. A transaction is accepted only once. A reversed deposit releases its
 * transaction.
 */
export const payment = table(
  'payment',
  {
    /** ID of the transaction as normalised by `normalizeReference`, so that two spellings of it are equal. */
    key: text('key').primaryKey(),
    depositId: id('deposit_id').references(() => deposit.id),
    withdrawalId: id('withdrawal_id').references(() => withdrawal.id),
  },
  (t) => [check('payment_of_one', sql`(${t.depositId} is null) <> (${t.withdrawalId} is null)`)],
);

/** Deposit address that was shown to a user, once per address. */
export const depositAddressShown = table(
  'deposit_address_shown',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    method: text('method').notNull(),
    address: text('address').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('deposit_address_shown_once').on(t.userId, t.method, t.address),
    index('deposit_address_shown_address').on(t.method, t.address),
  ],
);

/** Deposit address that was changed. Users who know it are notified, and the change is marked when all are. */
export const depositAddressChange = table('deposit_address_change', {
  id: id('id').primaryKey(),
  method: text('method').notNull(),
  /** Former deposit address. */
  address: text('address').notNull(),
  at: instant('at').notNull(),
  notifiedAt: instant('notified_at'),
});

/**
 * Payments of withdrawals as version 1.0.0 stored them. The table is read together with `payment`, and never written.
 */
export const paymentReference = table('payment_reference', {
  key: text('key').primaryKey(),
  withdrawalId: id('withdrawal_id')
    .notNull()
    .references(() => withdrawal.id),
});
