import { check, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';
import { file } from './platform';

/* Users and administrators, their credentials, and their identity documents. */

export const RISK_RATINGS = ['low', 'medium', 'high'] as const;

export const user = table(
  'user',
  {
    id: id('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    username: text('username').notNull(),
    /** Lower case. */
    usernameKey: text('username_key').notNull(),
    /** Username that was requested at a sign-up in live mode, until the account gets this one or another. */
    wantedUsername: text('wanted_username'),
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
    /**
     * Time when the owner of the email address denied the sign-up; null again after the next sign-up with the address.
     */
    disownedAt: instant('disowned_at'),
    /** Time by the machine's clock before which sign-ins no longer make a browser a known one. */
    devicesForgottenAt: instant('devices_forgotten_at'),
    /** Start of a full freeze; null if the account is not frozen. */
    frozenAt: instant('frozen_at'),
    /** Times and reasons of partial freezes of withdrawals and of copying; null without one. */
    withdrawalsFrozenAt: instant('withdrawals_frozen_at'),
    withdrawalsFrozenReason: text('withdrawals_frozen_reason'),
    copyingFrozenAt: instant('copying_frozen_at'),
    copyingFrozenReason: text('copying_frozen_reason'),
    /** Time of the first password reset by mailed link, or of the first removal of the second factor; null for never. */
    firstResetAt: instant('first_reset_at'),
    /**
     * Time of the last password reset or removed second factor, or of an unfreezing. Withdrawals wait for a while after
     * it.
     */
    handsChangedAt: instant('hands_changed_at'),
    /** Time when live trading was last locked. Afterwards only an administrator unlocks it. */
    tradingLockedAt: instant('trading_locked_at'),
    /** True after a freeze, when the former password can't be used to log in. */
    mustResetPassword: flag('must_reset_password').notNull().default(false),
    /** Field `verified` of the API. Its only effect is that it unlocks live trading. */
    pdtUnlocked: flag('pdt_unlocked').notNull().default(false),
    referrerId: id('referrer_id'),
    /** Risk rating and its reason; null until an administrator has rated the person. The person never sees it. */
    riskRating: text('risk_rating').$type<(typeof RISK_RATINGS)[number]>(),
    riskReason: text('risk_reason'),
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

/** Labels by which the staff finds users again. */
export const userTag = table(
  'user_tag',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => user.id),
    /** Lower case. */
    tag: text('tag').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('user_tag_once').on(t.userId, t.tag), index('user_tag_tag').on(t.tag, t.userId)],
);

/** Roles of administrators; `app/signIns/rights.ts` has their rights. */
export const STAFF_ROLES = ['superadmin', 'payments', 'compliance', 'traders', 'support', 'auditor'] as const;

/** Administrators have their own table instead of a flag on users, so that no sign-up form can create one. */
export const administrator = table(
  'administrator',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<(typeof STAFF_ROLES)[number]>().notNull(),
    /**
     * Time of the last password reset by mailed link. In live mode the administrator can only read for a while after
     * it.
     */
    passwordResetAt: instant('password_reset_at'),
    /** Time at which the administrator was disabled; null if they can log in. */
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('administrator_email').on(t.email)],
);

export const INVITATION_STATES = ['open', 'accepted', 'withdrawn', 'expired'] as const;

/** Invitation by a mailed link, with which a person becomes an administrator and chooses a password. */
export const staffInvitation = table(
  'staff_invitation',
  {
    id: id('id').primaryKey(),
    /** Hash of the link's secret. */
    tokenHash: text('token_hash').notNull(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role').$type<(typeof STAFF_ROLES)[number]>().notNull(),
    invitedBy: id('invited_by')
      .notNull()
      .references(() => administrator.id),
    status: text('status').$type<(typeof INVITATION_STATES)[number]>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('staff_invitation_token').on(t.tokenHash),
    index('staff_invitation_status').on(t.status, t.createdAt),
    check('staff_invitation_status', oneOf(t.status, INVITATION_STATES)),
  ],
);

/** Session of a person. The cookie or token contains the secret, and this row only its hash. */
export const session = table(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'investor' | 'admin' | 'api' | 'key'>().notNull(),
    /** ID of a user or an administrator, depending on the kind (for `api` and `key`, on `forAdmin`). */
    subjectId: id('subject_id').notNull(),
    forAdmin: flag('for_admin').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Milliseconds without a request after which the session ends. An API key ends only when it expires. */
    idleMs: int('idle_ms').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Time of the last confirmation by a second factor, which dangerous acts require. */
    confirmedAt: instant('confirmed_at'),
    /** MAC over the time of confirmation and the session's owner. A time without a valid MAC confirms nothing. */
    confirmedMac: text('confirmed_mac'),
    userAgent: text('user_agent'),
    address: text('address'),
    /** Name and grants of an API key, as JSON; null for other kinds. */
    grants: text('grants'),
    /** MAC over subject, kind, start and end. A session with another MAC is invalid. */
    mac: text('mac').notNull(),
  },
  (t) => [index('session_subject').on(t.subjectId), index('session_expiry').on(t.expiresAt)],
);

/** Second factor of a user or an administrator: a shared secret for time-based one-time passwords (RFC 6238). */
export const twoFactor = table('two_factor', {
  /** ID of a user or an administrator. */
  subjectId: id('subject_id').primaryKey(),
  /** Encrypted; the key is derived from the configuration. */
  secret: text('secret').notNull(),
  /** Null until the first correct code has proved that the owner has the secret. */
  enabledAt: instant('enabled_at'),
  /** Time step of the last accepted code, so that no code works twice. */
  lastStep: int('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** Recovery code that replaces a lost second factor once. */
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

/** Mailed single-use secret: to verify an address, reset the password of a user or an administrator, or freeze an account. */
export const token = table(
  'token',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose').$type<'verify' | 'reset' | 'freeze' | 'staff-reset'>().notNull(),
    /** ID of a user; for `staff-reset` of an administrator. */
    userId: id('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    spentAt: instant('spent_at'),
  },
  (t) => [index('token_user').on(t.userId, t.purpose)],
);

/** Failed attempts per address, per account, and per pair of both. The wait grows, but never becomes a lockout. */
export const throttle = table(
  'throttle',
  {
    key: text('key').primaryKey(),
    failures: int('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    /** Time when the owner was notified of the current burst of attempts; null before. */
    toldAt: instant('told_at'),
  },
  (t) => [index('throttle_failures').on(t.failures)],
);

export const KYC_STATES = ['submitted', 'approved', 'rejected'] as const;

/** Identity documents that a user submitted together. After a rejection the user submits a new row. */
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
    /** Uploaded document; null once the law allows deleting it. */
    documentFileId: id('document_file_id').references(() => file.id),
    /** Other pictures that clients of the original request; null if not sent. */
    backFileId: id('back_file_id').references(() => file.id),
    proofOfAddressFileId: id('proof_of_address_file_id').references(() => file.id),
    selfieFileId: id('selfie_file_id').references(() => file.id),
    /** Answers to additional questions of such clients, by field; null for documents submitted on the page. */
    details: json('details').$type<Record<string, string>>(),
    status: text('status').$type<(typeof KYC_STATES)[number]>().notNull(),
    reason: text('reason'),
    submittedAt: instant('submitted_at').notNull(),
    decidedAt: instant('decided_at'),
    /** Last day of the document's validity, `2027-03-02`; null if none was entered. */
    validUntil: text('valid_until'),
    /** Time of the warning that the document will expire. */
    warnedAt: instant('warned_at'),
    /** Event that ended rejected documents, if not a plain rejection. */
    endedBy: text('ended_by').$type<'ask-again' | 'revoke' | 'expire'>(),
    /** Name of the column with the file that alone was requested again. */
    paperWanted: text('paper_wanted').$type<
      'documentFileId' | 'backFileId' | 'proofOfAddressFileId' | 'selfieFileId'
    >(),
  },
  (t) => [
    index('kyc_user').on(t.userId, t.submittedAt),
    index('kyc_queue').on(t.status, t.submittedAt),
    check('kyc_status', oneOf(t.status, KYC_STATES)),
  ],
);
