import { check, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';
import { file } from './platform';

/* Who uses the platform, how they prove who they are, and the papers they file. */

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
    /** Username requested at a sign-up in live mode, until the account gets it or another one. */
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
    /** Time when the owner of the address said that the sign-up was not theirs; null again after the next sign-up with it. */
    disownedAt: instant('disowned_at'),
    /** Browsers that signed in before this are strangers again; by the machine's clock. */
    devicesForgottenAt: instant('devices_forgotten_at'),
    /** Since when nothing leaves the account; null for one that is not frozen. */
    frozenAt: instant('frozen_at'),
    /** Times and reasons of partial freezes of withdrawals and of copying; null without one. */
    withdrawalsFrozenAt: instant('withdrawals_frozen_at'),
    withdrawalsFrozenReason: text('withdrawals_frozen_reason'),
    copyingFrozenAt: instant('copying_frozen_at'),
    copyingFrozenReason: text('copying_frozen_reason'),
    /** Time when its password was first reset with a mailed link, or its second factor first turned off; null for never. */
    firstResetAt: instant('first_reset_at'),
    /** Time when either was done last, or the account or its withdrawals were unfrozen: withdrawals wait for a while after it. */
    handsChangedAt: instant('hands_changed_at'),
    /** Time when live trading was last locked: an administrator alone unlocks it then. */
    tradingLockedAt: instant('trading_locked_at'),
    /** After a freeze the password from before signs no one in. */
    mustResetPassword: flag('must_reset_password').notNull().default(false),
    /** Field that the API calls `verified`: opens live trading, gates nothing else. */
    pdtUnlocked: flag('pdt_unlocked').notNull().default(false),
    referrerId: id('referrer_id'),
    /** Care that decisions about this person take, and the reason; null until an administrator has rated them. The person never reads it. */
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

/** Short labels that the staff puts on users, to find them again by. */
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

/** Administrators are not users with a flag: nothing a sign-up form posts can make one. */
export const administrator = table(
  'administrator',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<(typeof STAFF_ROLES)[number]>().notNull(),
    /** Time when the password was last reset with a mailed link: in live mode they only read for a while after it. */
    passwordResetAt: instant('password_reset_at'),
    /** Since when they can't sign in; null for those who can. */
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('administrator_email').on(t.email)],
);

export const INVITATION_STATES = ['open', 'accepted', 'withdrawn', 'expired'] as const;

/** A mailed link by which a person becomes an administrator and chooses the password. */
export const staffInvitation = table(
  'staff_invitation',
  {
    id: id('id').primaryKey(),
    /** Hash of the secret in the link. */
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

/** A sign-in. The cookie or token holds a secret; here is only its hash. */
export const session = table(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'investor' | 'admin' | 'api' | 'key'>().notNull(),
    /** A user's id, or an administrator's when the kind (or, for `api` and `key`, `forAdmin`) says so. */
    subjectId: id('subject_id').notNull(),
    forAdmin: flag('for_admin').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Milliseconds without a request after which it ends; a key ends when it expires alone. */
    idleMs: int('idle_ms').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Time when its holder last proved to be there with a second factor; what is dangerous asks for it again. */
    confirmedAt: instant('confirmed_at'),
    /** Keyed over that and whose session it is: a time without it confirms nothing. */
    confirmedMac: text('confirmed_mac'),
    userAgent: text('user_agent'),
    address: text('address'),
    /** Name and grants of an API key, as JSON; null for other kinds. */
    grants: text('grants'),
    /** MAC over subject, kind, start and end; a session with another MAC is invalid. */
    mac: text('mac').notNull(),
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

/** A mailed, single-use secret: verify an address, reset the password of a user or an administrator, freeze an account. */
export const token = table(
  'token',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose').$type<'verify' | 'reset' | 'freeze' | 'staff-reset'>().notNull(),
    /** A user's id; an administrator's for `staff-reset`. */
    userId: id('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    spentAt: instant('spent_at'),
  },
  (t) => [index('token_user').on(t.userId, t.purpose)],
);

/** Failed tries per address, account, and both together; the wait grows and never becomes a lockout. */
export const throttle = table(
  'throttle',
  {
    key: text('key').primaryKey(),
    failures: int('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    /** Time at which the owner was notified of these tries; null before, and for each new burst. */
    toldAt: instant('told_at'),
  },
  (t) => [index('throttle_failures').on(t.failures)],
);

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
    /** The other pictures that clients of the original ask for; null where none was sent. */
    backFileId: id('back_file_id').references(() => file.id),
    proofOfAddressFileId: id('proof_of_address_file_id').references(() => file.id),
    selfieFileId: id('selfie_file_id').references(() => file.id),
    /** Answers to further questions for such clients, by the names of their fields; null in papers that were sent on the page. */
    details: json('details').$type<Record<string, string>>(),
    status: text('status').$type<(typeof KYC_STATES)[number]>().notNull(),
    reason: text('reason'),
    submittedAt: instant('submitted_at').notNull(),
    decidedAt: instant('decided_at'),
    /** The last day on which the document is valid, `2027-03-02`; null where none was entered. */
    validUntil: text('valid_until'),
    /** Time of the warning that the document will expire. */
    warnedAt: instant('warned_at'),
    /** Event that ended rejected documents, if not a plain rejection. */
    endedBy: text('ended_by').$type<'ask-again' | 'revoke' | 'expire'>(),
    /** Column of the single file that was requested again. */
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
