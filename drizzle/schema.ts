import { type SQL, sql } from 'drizzle-orm';
import { cents, check, flag, id, index, instant, int, json, table, text, uniqueIndex } from './columns';

const oneOf = (column: unknown, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/* ---- the installation ------------------------------------------------------------------------------------------ */

/** One row, written when the database is made. The mode is in it for good. */
export const installation = table('installation', {
  id: id('id').primaryKey(),
  mode: text('mode').$type<'paper' | 'live'>().notNull(),
  createdAt: instant('created_at').notNull(),
  seededAt: instant('seeded_at'),
});

/* ---- people ---------------------------------------------------------------------------------------------------- */

export const user = table(
  'user',
  {
    id: id('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    username: text('username').notNull(),
    /** Lower case. */
    usernameKey: text('username_key').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    country: text('country'),
    state: text('state'),
    zipcode: text('zipcode'),
    address: text('address'),
    timeZone: text('time_zone'),
    pictureFileId: id('picture_file_id'),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: instant('password_changed_at').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** What the API calls `verified`: opens live trading, gates nothing else. */
    pdtUnlocked: flag('pdt_unlocked').notNull().default(false),
    referrerId: id('referrer_id'),
    status: text('status').$type<'open' | 'closed'>().notNull().default('open'),
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('user_email').on(t.email),
    uniqueIndex('user_username').on(t.usernameKey),
    index('user_referrer').on(t.referrerId),
    index('user_created').on(t.createdAt),
    index('user_name').on(t.lastName, t.firstName),
    check('user_status', oneOf(t.status, ['open', 'closed'])),
  ],
);

/** Administrators are not users with a flag: nothing a sign-up form posts can make one. */
export const administrator = table(
  'administrator',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('administrator_email').on(t.email)],
);

/** A sign-in. The cookie or token holds a secret; here is only its hash. */
export const session = table(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'investor' | 'admin' | 'api'>().notNull(),
    /** A user's id, or an administrator's when the kind (or, for `api`, `forAdmin`) says so. */
    subjectId: id('subject_id').notNull(),
    forAdmin: flag('for_admin').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Milliseconds without a request after which it ends. */
    idleMs: int('idle_ms').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When its holder last proved to be there with a second factor; what is dangerous asks for it again. */
    confirmedAt: instant('confirmed_at'),
    userAgent: text('user_agent'),
    address: text('address'),
  },
  (t) => [index('session_subject').on(t.subjectId), index('session_expiry').on(t.expiresAt)],
);

/** A second factor of a user or an administrator: a shared secret for one-time passwords by time (RFC 6238). */
export const twoFactor = table('two_factor', {
  /** A user's or an administrator's id. */
  subjectId: id('subject_id').primaryKey(),
  /** Encrypted; the key is derived from the configuration. */
  secret: text('secret').notNull(),
  /** Null until the first right code has shown that the secret arrived. */
  enabledAt: instant('enabled_at'),
  /** The time step of the last code that was taken: no code works twice. */
  lastStep: int('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** Instead of a lost second factor; each works once. */
export const recoveryCode = table(
  'recovery_code',
  {
    hash: text('hash').primaryKey(),
    subjectId: id('subject_id').notNull(),
    createdAt: instant('created_at').notNull(),
    spentAt: instant('spent_at'),
  },
  (t) => [index('recovery_code_subject').on(t.subjectId)],
);

/** A mailed, single-use secret: verify an address, reset a password. */
export const token = table(
  'token',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose').$type<'verify' | 'reset'>().notNull(),
    userId: id('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    spentAt: instant('spent_at'),
  },
  (t) => [index('token_user').on(t.userId, t.purpose)],
);

/** Failed tries per address, account, and both together; the wait grows and never becomes a lockout. */
export const throttle = table('throttle', {
  key: text('key').primaryKey(),
  failures: int('failures').notNull(),
  lastAt: instant('last_at').notNull(),
});

/* ---- what happened, told and sent ------------------------------------------------------------------------------- */

/** Every event of every state machine and every act of an administrator: who, what, when, why. The audit log. */
export const event = table(
  'event',
  {
    id: id('id').primaryKey(),
    thing: text('thing').notNull(),
    thingId: id('thing_id').notNull(),
    event: text('event').notNull(),
    fromState: text('from_state'),
    toState: text('to_state'),
    actorKind: text('actor_kind').$type<'investor' | 'admin' | 'system'>().notNull(),
    actorId: id('actor_id'),
    userId: id('user_id'),
    reason: text('reason'),
    details: json('details').$type<Record<string, string>>(),
    at: instant('at').notNull(),
  },
  (t) => [
    index('event_thing').on(t.thing, t.thingId),
    index('event_user').on(t.userId, t.at),
    index('event_actor').on(t.actorKind, t.at),
  ],
);

export const notification = table(
  'notification',
  {
    id: id('id').primaryKey(),
    userId: id('user_id').notNull(),
    text: text('text').notNull(),
    href: text('href').notNull(),
    at: instant('at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [index('notification_user').on(t.userId, t.at)],
);

/** The outbox: a row is written in the transaction that decides the mail, and delivered by a job. */
export const mail = table(
  'mail',
  {
    id: id('id').primaryKey(),
    /** The same effect asked for twice is one mail. */
    effectKey: text('effect_key').notNull(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    status: text('status').$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: int('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('mail_effect').on(t.effectKey),
    index('mail_waiting').on(t.status, t.nextAt),
    check('mail_status', oneOf(t.status, ['waiting', 'sent', 'failed'])),
  ],
);

/** A recurring job: the lease says which process runs it now; the rest is what an operator wants to know. */
export const job = table('job', {
  name: text('name').primaryKey(),
  holder: text('holder'),
  leaseUntil: instant('lease_until'),
  lastStartedAt: instant('last_started_at'),
  lastFinishedAt: instant('last_finished_at'),
  lastError: text('last_error'),
  runs: int('runs').notNull().default(0),
  failures: int('failures').notNull().default(0),
});

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;

/** What one administrator asks for in live mode and a second one must approve before it happens. */
export const approval = table(
  'approval',
  {
    id: id('id').primaryKey(),
    /** Which use-case, and what it is to be called with. */
    operation: text('operation').notNull(),
    input: json('input').$type<Record<string, unknown>>().notNull(),
    /** In words, as the second administrator reads it. */
    summary: text('summary').notNull(),
    /** Whose matter it is. */
    userId: id('user_id'),
    requestedBy: id('requested_by')
      .notNull()
      .references(() => administrator.id),
    requestedAt: instant('requested_at').notNull(),
    status: text('status').$type<(typeof APPROVAL_STATES)[number]>().notNull(),
    decidedBy: id('decided_by').references(() => administrator.id),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (t) => [
    index('approval_queue').on(t.status, t.requestedAt),
    check('approval_status', oneOf(t.status, APPROVAL_STATES)),
    check(
      'approval_two_people',
      sql`${t.status} = 'withdrawn' or ${t.decidedBy} is null or ${t.decidedBy} <> ${t.requestedBy}`,
    ),
  ],
);

/** The last good answer of a source outside, so that a restart without it has something to show. */
export const keptAnswer = table('kept_answer', {
  key: text('key').primaryKey(),
  value: json('value').$type<unknown>().notNull(),
  at: instant('at').notNull(),
});

export const KYC_STATES = ['submitted', 'approved', 'rejected'] as const;

/** One set of identity papers as a user sent them; a rejected one is followed by the next. */
export const kyc = table(
  'kyc',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    country: text('country').notNull(),
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    address: text('address').notNull(),
    /** Null once the law lets the document go. */
    documentFileId: id('document_file_id').references(() => file.id),
    status: text('status').$type<(typeof KYC_STATES)[number]>().notNull(),
    reason: text('reason'),
    submittedAt: instant('submitted_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('kyc_user').on(t.userId, t.submittedAt),
    index('kyc_queue').on(t.status, t.submittedAt),
    check('kyc_status', oneOf(t.status, KYC_STATES)),
  ],
);

/** A stored upload: private, only to its owner and administrators. */
export const file = table(
  'file',
  {
    id: id('id').primaryKey(),
    ownerId: id('owner_id').notNull(),
    purpose: text('purpose').$type<'proof' | 'document' | 'picture' | 'trader'>().notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: int('bytes').notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('file_owner').on(t.ownerId)],
);

/* ---- the ledger: written only by app/ledger/post.server.ts and its neighbours ------------------------------------- */

export const account = table(
  'account',
  {
    id: id('id').primaryKey(),
    /** Kind and key, as in `available:<user>` or `reserve:free`. */
    code: text('code').notNull(),
    ownerId: id('owner_id'),
    normalSide: text('normal_side').$type<'debit' | 'credit'>().notNull(),
    /** May its balance fall below zero? Only custody in paper mode may. */
    floored: flag('floored').notNull(),
    debits: cents('debits').notNull(),
    credits: cents('credits').notNull(),
    /** Counts the transfers that touched it, which is also their order. */
    version: int('version').notNull(),
  },
  (t) => [
    uniqueIndex('account_code').on(t.code),
    index('account_owner').on(t.ownerId),
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
    /** What it is about; with the kind it makes the effect unique. */
    businessRef: text('business_ref').notNull(),
    /** `investor:<id>`, `admin:<id>` or `system`. */
    actor: text('actor').notNull(),
    approver: text('approver'),
    reason: text('reason'),
    reverses: id('reverses'),
    effectiveAt: instant('effective_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    uniqueIndex('journal_effect').on(t.kind, t.businessRef),
    uniqueIndex('journal_reverses').on(t.reverses),
    index('journal_recorded').on(t.recordedAt),
  ],
);

/** One debit, one credit, one amount: an unbalanced journal can't be written down. */
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
    /** The two balances after it, each on its account's normal side, and the two accounts' versions. */
    debitBalance: cents('debit_balance').notNull(),
    creditBalance: cents('credit_balance').notNull(),
    debitVersion: int('debit_version').notNull(),
    creditVersion: int('credit_version').notNull(),
  },
  (t) => [
    uniqueIndex('transfer_leg').on(t.journalId, t.leg),
    uniqueIndex('transfer_debit').on(t.debitAccountId, t.debitVersion),
    uniqueIndex('transfer_credit').on(t.creditAccountId, t.creditVersion),
    check('transfer_positive', sql`${t.amount} > 0`),
    check('transfer_two_accounts', sql`${t.debitAccountId} <> ${t.creditAccountId}`),
  ],
);

/** Money set aside for a purpose until something settles or releases it. */
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

/** A return that was promised and so is reserved: what it is, its total, what has been paid of it, what remains. */
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

/** What a key was used for and how it ended, so that the same post again gets the same answer and no second effect. */
export const idempotency = table(
  'idempotency',
  {
    id: id('id').primaryKey(),
    /** Whose key it is: a user's or an administrator's id. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    operation: text('operation').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** The answer, as it is given again. */
    outcome: json('outcome').$type<unknown>().notNull(),
    succeeded: flag('succeeded').notNull(),
    rootJournalId: id('root_journal_id'),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('idempotency_key').on(t.scope, t.key),
    index('idempotency_recent').on(t.scope, t.operation, t.fingerprint),
  ],
);

/** The chain over journals: each seal is keyed, and holds the hash of the one before it. */
export const seal = table(
  'seal',
  {
    position: int('position').primaryKey(),
    journalId: id('journal_id')
      .notNull()
      .references(() => journal.id),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [uniqueIndex('seal_journal').on(t.journalId)],
);

/* ---- the catalogue ----------------------------------------------------------------------------------------------- */

export const depositMethod = table('deposit_method', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  /** What wallet addresses of this method look like: a currency and, for tokens, its network. */
  network: text('network').notNull(),
  minimum: cents('minimum').notNull(),
  address: text('address').notNull(),
  /** A name of the icon set. */
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
  /** A name of the icon set. */
  icon: text('icon').notNull().default('coin'),
  enabled: flag('enabled').notNull().default(true),
  position: int('position').notNull(),
});

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

/** Rates the operator can change, one row each, basis points or cents as the key says. */
export const setting = table('setting', {
  key: text('key').primaryKey(),
  value: int('value').notNull(),
});

/* ---- money in and out -------------------------------------------------------------------------------------------- */

export const DEPOSIT_STATES = ['pending', 'approved', 'rejected', 'cancelled', 'reversed'] as const;

export const deposit = table(
  'deposit',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    method: text('method').notNull(),
    /** What the user said they sent. */
    amount: cents('amount').notNull(),
    /** What arrived, entered at approval; it may differ. */
    received: cents('received'),
    proofFileId: id('proof_file_id').references(() => file.id),
    status: text('status').$type<(typeof DEPOSIT_STATES)[number]>().notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('deposit_user').on(t.userId, t.createdAt),
    index('deposit_queue').on(t.status, t.createdAt),
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
    /** Shown before confirming, and never changed after. */
    fee: cents('fee').notNull(),
    wallet: text('wallet').notNull(),
    holdId: id('hold_id')
      .notNull()
      .references(() => hold.id),
    status: text('status').$type<(typeof WITHDRAWAL_STATES)[number]>().notNull(),
    reason: text('reason'),
    /** Where the payment can be found: a transaction id. */
    reference: text('reference'),
    requestedAt: instant('requested_at').notNull(),
    approvedAt: instant('approved_at'),
    paidAt: instant('paid_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('withdrawal_user').on(t.userId, t.requestedAt),
    index('withdrawal_queue').on(t.status, t.requestedAt),
    check('withdrawal_status', oneOf(t.status, WITHDRAWAL_STATES)),
  ],
);

/* ---- plans bought ------------------------------------------------------------------------------------------------ */

export const INVESTMENT_STATES = ['running', 'matured', 'ended'] as const;

export const investment = table(
  'investment',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** The terms as sold; a later change of the catalogue does not touch them. */
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
    /** When the next day is complete; null once ended. */
    nextAccrualAt: instant('next_accrual_at'),
    openedAt: instant('opened_at').notNull(),
    maturesAt: instant('matures_at').notNull(),
    endedAt: instant('ended_at'),
    status: text('status').$type<(typeof INVESTMENT_STATES)[number]>().notNull(),
  },
  (t) => [
    index('investment_user').on(t.userId, t.openedAt),
    index('investment_due').on(t.status, t.nextAccrualAt),
    check('investment_status', oneOf(t.status, INVESTMENT_STATES)),
    check('investment_days', sql`${t.daysAccrued} between 0 and ${t.days}`),
  ],
);

/* ---- traders and copies ------------------------------------------------------------------------------------------ */

export const TRADER_STATES = ['open', 'paused', 'retired'] as const;

export const trader = table(
  'trader',
  {
    id: id('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    nationality: text('nationality').notNull(),
    minimumCapital: cents('minimum_capital').notNull(),
    /** The capital the trader trades with, recorded; results are mirrored in proportion to it. */
    capital: cents('capital'),
    imageFileId: id('image_file_id').references(() => file.id),
    /** What was typed in the creation form: shown as declared, never sorted or ranked by. */
    declared: json('declared').$type<{ winRate: string; avgReturn: string; followers: string; rrRatio: string }>(),
    simulated: flag('simulated').notNull(),
    status: text('status').$type<(typeof TRADER_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('trader_status').on(t.status), check('trader_status_known', oneOf(t.status, TRADER_STATES))],
);

/** The trader's log: one closed result a row. */
export const trade = table(
  'trade',
  {
    id: id('id').primaryKey(),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    pair: text('pair').notNull(),
    /** Always positive; `type` says which way. */
    amount: cents('amount').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    source: text('source').$type<'engine' | 'operator'>().notNull(),
    at: instant('at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    index('trade_trader').on(t.traderId, t.at),
    check('trade_type', oneOf(t.type, ['profit', 'loss'])),
    check('trade_positive', sql`${t.amount} > 0`),
  ],
);

export const COPY_STATES = ['active', 'paused', 'stopped'] as const;

export const copy = table(
  'copy',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    traderId: id('trader_id')
      .notNull()
      .references(() => trader.id),
    /** Put in minus taken out by the user, cents; with the mirrored results it makes the allocation. */
    contributed: cents('contributed').notNull(),
    /** Mirrored profit minus loss so far. */
    result: cents('result').notNull(),
    /** The copy stops itself when its equity falls to this. */
    floor: cents('floor'),
    status: text('status').$type<(typeof COPY_STATES)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    stoppedAt: instant('stopped_at'),
    stopReason: text('stop_reason'),
  },
  (t) => [
    index('copy_user').on(t.userId, t.startedAt),
    index('copy_trader').on(t.traderId, t.status),
    check('copy_status', oneOf(t.status, COPY_STATES)),
  ],
);

export const MIRROR_STATES = ['posted', 'waiting', 'skipped'] as const;

/** One trade of the leader as it reached one copy: its size, or why it did not. Unique, so a fan-out can resume. */
export const mirror = table(
  'mirror',
  {
    id: id('id').primaryKey(),
    copyId: id('copy_id')
      .notNull()
      .references(() => copy.id),
    tradeId: id('trade_id')
      .notNull()
      .references(() => trade.id),
    userId: id('user_id').notNull(),
    pair: text('pair').notNull(),
    /** Positive; `type` says which way. Zero when skipped. */
    amount: cents('amount').notNull(),
    type: text('type').$type<'profit' | 'loss'>().notNull(),
    equityBefore: cents('equity_before').notNull(),
    status: text('status').$type<(typeof MIRROR_STATES)[number]>().notNull(),
    reason: text('reason'),
    /** The leader's trade's date. */
    at: instant('at').notNull(),
    postedAt: instant('posted_at'),
  },
  (t) => [
    uniqueIndex('mirror_once').on(t.copyId, t.tradeId),
    index('mirror_user').on(t.userId, t.at),
    index('mirror_waiting').on(t.status),
    check('mirror_status', oneOf(t.status, MIRROR_STATES)),
  ],
);

/* ---- bonuses ----------------------------------------------------------------------------------------------------- */

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
