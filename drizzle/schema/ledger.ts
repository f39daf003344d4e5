import { sql } from 'drizzle-orm';
import { cents, check, flag, id, index, instant, int, oneOf, table, text, uniqueIndex } from '../columns';
import { rowVersion } from './platform';

/* Ledger tables, which only `app/ledger` writes. */

export const account = table(
  'account',
  {
    id: id('id').primaryKey(),
    /** Kind and key, as in `available:<user>` or `reserve:free`. */
    code: text('code').notNull(),
    /** Number of this row among the stripes of an operator's account, whose balance is their sum; zero for others. */
    stripe: int('stripe').notNull().default(0),
    ownerId: id('owner_id'),
    normalSide: text('normal_side').$type<'debit' | 'credit'>().notNull(),
    /** True unless the account's balance may fall below zero, which is possible only for custody in paper mode. */
    floored: flag('floored').notNull(),
    debits: cents('debits').notNull(),
    credits: cents('credits').notNull(),
    /** Number of transfers from or to the account, which is also their order. */
    version: int('version').notNull(),
    /** MAC over the other columns; empty until a version that computes MACs posts to it. */
    mac: text('mac').notNull().default(''),
  },
  (t) => [
    uniqueIndex('account_code').on(t.code, t.stripe),
    index('account_owner').on(t.ownerId),
    // This index serves the locks of each posting on PostgreSQL. Accounts of receipts and debtors have no owner either,
    // and may be many.
    index('account_operator')
      .on(t.stripe)
      .where(sql`owner_id is null and code not like 'unidentified:%' and code not like 'receivable:%'`),
    check('account_side', oneOf(t.normalSide, ['debit', 'credit'])),
    check(
      'account_floor',
      sql`not ${t.floored} or (case when ${t.normalSide} = 'debit' then ${t.debits} >= ${t.credits} else ${t.credits} >= ${t.debits} end)`,
    ),
  ],
);

export const journal = table(
  'journal',
  {
    id: id('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Subject of the journal. Kind and subject together are unique. */
    businessRef: text('business_ref').notNull(),
    /** `investor:<id>`, `admin:<id>` or `system`. */
    actor: text('actor').notNull(),
    approver: text('approver'),
    reason: text('reason'),
    reverses: id('reverses'),
    effectiveAt: instant('effective_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** HMAC of the journal and its transfers, computed when they are posted. */
    mac: text('mac').notNull(),
  },
  (t) => [
    uniqueIndex('journal_effect').on(t.kind, t.businessRef),
    uniqueIndex('journal_reverses').on(t.reverses),
    index('journal_recorded').on(t.recordedAt),
  ],
);

/** Transfer with one debit, one credit and one amount, so that a journal can't be unbalanced. */
export const transfer = table(
  'transfer',
  {
    id: id('id').primaryKey(),
    journalId: id('journal_id')
      .notNull()
      .references(() => journal.id),
    leg: int('leg').notNull(),
    debitAccountId: id('debit_account_id')
      .notNull()
      .references(() => account.id),
    creditAccountId: id('credit_account_id')
      .notNull()
      .references(() => account.id),
    amount: cents('amount').notNull(),
    /** Balances of both accounts after the transfer, on their normal sides, and the accounts' versions. */
    debitBalance: cents('debit_balance').notNull(),
    creditBalance: cents('credit_balance').notNull(),
    debitVersion: int('debit_version').notNull(),
    creditVersion: int('credit_version').notNull(),
  },
  (t) => [
    uniqueIndex('transfer_leg').on(t.journalId, t.leg),
    uniqueIndex('transfer_debit').on(t.debitAccountId, t.debitVersion),
    uniqueIndex('transfer_credit').on(t.creditAccountId, t.creditVersion),
    index('transfer_amount').on(t.amount, t.id),
    check('transfer_positive', sql`${t.amount} > 0`),
    check('transfer_two_accounts', sql`${t.debitAccountId} <> ${t.creditAccountId}`),
  ],
);

/** Hold of money until it is settled or released. */
export const hold = table(
  'hold',
  {
    id: id('id').primaryKey(),
    userId: id('user_id').notNull(),
    journalId: id('journal_id')
      .notNull()
      .references(() => journal.id),
    amount: cents('amount').notNull(),
    purpose: text('purpose').notNull(),
    outcome: text('outcome').$type<'open' | 'settled' | 'released'>().notNull().default('open'),
    resolvedBy: id('resolved_by').references(() => journal.id),
  },
  (t) => [
    index('hold_user').on(t.userId, t.outcome),
    check('hold_outcome', oneOf(t.outcome, ['open', 'settled', 'released'])),
    check('hold_resolution', sql`(${t.outcome} = 'open') = (${t.resolvedBy} is null)`),
    check('hold_positive', sql`${t.amount} > 0`),
  ],
);

/** Return that was promised and reserved: total, paid and remaining cents. */
export const promise = table(
  'promise',
  {
    id: id('id').primaryKey(),
    purpose: text('purpose').notNull(),
    total: cents('total').notNull(),
    paid: cents('paid').notNull(),
    remaining: cents('remaining').notNull(),
  },
  (t) => [
    check('promise_remaining', sql`${t.remaining} >= 0`),
    check('promise_paid', sql`${t.paid} >= 0 and ${t.paid} + ${t.remaining} <= ${t.total}`),
  ],
);

/**
 * Chain of seals. Each seal has a keyed hash, covers one journal or one version of a row, and contains the hash of the previous seal, so
 * that nothing can be removed from the middle.
 */
export const seal = table(
  'seal',
  {
    position: int('position').primaryKey(),
    journalId: id('journal_id').references(() => journal.id),
    rowVersionId: id('row_version_id').references(() => rowVersion.id),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    uniqueIndex('seal_journal').on(t.journalId),
    uniqueIndex('seal_row_version').on(t.rowVersionId),
    check('seal_one_thing', sql`(${t.journalId} is null) <> (${t.rowVersionId} is null)`),
  ],
);
