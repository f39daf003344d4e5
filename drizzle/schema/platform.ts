import { check, flag, id, index, instant, int, json, oneOf, table, text, uniqueIndex } from '../columns';

/* Tables of the platform: installation, row versions, events, mails, jobs, files and idempotency. */

/** Single row, created with the database. Its mode never changes. */
export const installation = table('installation', {
  id: id('id').primaryKey(),
  mode: text('mode').$type<'paper' | 'live'>().notNull(),
  createdAt: instant('created_at').notNull(),
  seededAt: instant('seeded_at'),
  /** Time when the chain of seals was started, which happens once. */
  chainBegunAt: instant('chain_begun_at'),
  /** Keyed hashes of the secrets that this database uses. A start with other secrets is refused. */
  sealFingerprint: text('seal_fingerprint').notNull(),
  sessionFingerprint: text('session_fingerprint').notNull(),
  /** Secret parameters of this installation's simulated prices, used from an instant of the product's clock on. */
  simulatedSeed: text('simulated_seed'),
  simulatedFrom: instant('simulated_from'),
  /** Restore that was not reviewed yet, which blocks payments in live mode; null without one. */
  restoreId: id('restore_id'),
  /** Name of the restored backup. */
  restoredFrom: text('restored_from'),
  /**
   * Time from which payments may be missing in this database: that of the backup, or of an earlier backup whose restore
   * was not reviewed.
   */
  restoredSince: instant('restored_since'),
  /** Time of the restore, by the product's clock; withdrawals of the backup were requested before it. */
  restoredAt: instant('restored_at'),
  /** Prefixes of this installation's objects in the storage, one for each restore, newest first, separated by commas. */
  storageNames: text('storage_names'),
  /** Time of the last restore; null once the installation was adopted. Nothing is sent from here before that. */
  isolatedAt: instant('isolated_at'),
  /**
   * Time when the installation was closed for a move. No process serves it any more; a restore elsewhere reopens it.
   */
  movedAt: instant('moved_at'),
});

/**
 * Version of a row of another table, inserted with every change of a row that decides about money, and never changed. The row must equal
 * its newest version.
 */
export const rowVersion = table(
  'row_version',
  {
    id: id('id').primaryKey(),
    /** The table's name, and the row's primary key. */
    thing: text('thing').notNull(),
    rowKey: text('row_key').notNull(),
    /** Number of the version among those of the row, from 1. */
    version: int('version').notNull(),
    /** True if the row was deleted with this version. */
    deleted: flag('deleted').notNull(),
    /** SHA-256 of the row's canonical bytes, base64url. */
    digest: text('digest').notNull(),
    /** MAC over all columns above and the version's time. */
    mac: text('mac').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('row_version_of').on(t.thing, t.rowKey, t.version)],
);

/** Settings that the operator can change, one per row, in basis points or cents depending on the key. */
export const setting = table('setting', {
  key: text('key').primaryKey(),
  value: int('value').notNull(),
});

/** Audit log: every event of a state machine and every act of an administrator, with its actor, time and reason. */
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

/**
 * Assignments and holds of entries in queues, with reasons. There is one row per entry that was ever marked, with its
 * current marks. Earlier marks and notes are in the audit log.
 */
export const queueMark = table('queue_mark', {
  thingId: id('thing_id').primaryKey(),
  thing: text('thing').notNull(),
  takenBy: id('taken_by'),
  takenAt: instant('taken_at'),
  heldBy: id('held_by'),
  heldAt: instant('held_at'),
  heldReason: text('held_reason'),
  /** True if the investor can read the reason. */
  heldTold: flag('held_told').notNull().default(false),
});

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

/** Outbox of mails. A row is written in the transaction that decides the mail, and delivered by a job. */
export const mail = table(
  'mail',
  {
    id: id('id').primaryKey(),
    /** Unique key of the effect, so that it is mailed once. */
    effectKey: text('effect_key').notNull(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /**
     * Text and HTML of the mail. If mails are really sent, both are encrypted as one text bound to the columns above,
     * and the HTML column is empty.
     */
    text: text('text').notNull(),
    html: text('html').notNull(),
    status: text('status').$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
    /** Priority: `security` is sent first and never delayed; mails over the recipient's budget go into one digest. */
    lane: text('lane').$type<'security' | 'ordinary' | 'digest'>().notNull().default('ordinary'),
    attempts: int('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    leasedUntil: instant('leased_until'),
    /** Process that holds the lease. */
    leasedBy: text('leased_by'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('mail_effect').on(t.effectKey),
    // The index includes the lane, so that thousands of mails waiting for a digest do not slow down the others.
    index('mail_waiting').on(t.status, t.lane, t.nextAt),
    index('mail_recipient').on(t.recipient, t.lane, t.createdAt),
    check('mail_status', oneOf(t.status, ['waiting', 'sent', 'failed'])),
  ],
);

/** Recurring job: lease of the process that runs it, and facts for operators. */
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

/**
 * Alert from its first detection to its end. An alert is sent after two consecutive checks found its cause; one that
 * was never sent is deleted at its end.
 */
export const alert = table(
  'alert',
  {
    id: id('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Key among alerts of its kind, such as the name of a job; empty for a kind with a single alert. */
    about: text('about').notNull(),
    words: text('words').notNull(),
    since: instant('since').notNull(),
    toldAt: instant('told_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [index('alert_open').on(t.endedAt)],
);

/** Webhook call to the operator's alert receiver, inserted with its alert and sent by a job. */
export const alertCall = table(
  'alert_call',
  {
    id: id('id').primaryKey(),
    /** JSON text as sent, the same at each attempt. */
    body: text('body').notNull(),
    status: text('status').$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: int('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
    /** Error of the last attempt as text, if it failed. */
    problem: text('problem'),
  },
  (t) => [
    index('alert_call_waiting').on(t.status, t.nextAt),
    check('alert_call_status', oneOf(t.status, ['waiting', 'delivered', 'failed'])),
  ],
);

/** Processes on this database (PostgreSQL only). Each renews its row every few seconds, and counts as dead if it stops. */
export const runningProcess = table('running_process', {
  id: id('id').primaryKey(),
  /** Name of the machine and process number, for people. */
  place: text('place').notNull(),
  /** Mark of the storage of uploads that the process uses; null while the storage is unreachable. */
  storageMark: text('storage_mark'),
  /** Seconds by which the machine's clock is ahead of the database's. */
  clockAhead: int('clock_ahead').notNull(),
  /** Seconds by which the process's product clock is moved (paper mode). */
  clockMoved: int('clock_moved').notNull(),
  /** Time of the last renewal by the database's clock. */
  seenAt: instant('seen_at').notNull(),
});

/**
 * Use of an idempotency key, with its outcome, so that a repeated request gets the same answer without a second effect.
 */
export const idempotency = table(
  'idempotency',
  {
    id: id('id').primaryKey(),
    /** ID of the user or administrator whose key it is. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    operation: text('operation').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Answer to repeated requests. */
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

/** Stored upload, accessible only to its owner and administrators. */
export const file = table(
  'file',
  {
    id: id('id').primaryKey(),
    ownerId: id('owner_id').notNull(),
    purpose: text('purpose')
      .$type<'proof' | 'document' | 'picture' | 'message' | 'trader' | 'log' | 'statement'>()
      .notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: int('bytes').notNull(),
    /** SHA-256 of the stored bytes. */
    sha256: text('sha256').notNull(),
    /** SHA-256 of the original bytes; null for files stored before this column. */
    sentSha256: text('sent_sha256'),
    /** SHA-256 of a picture's pixels, in any format; null for other files. */
    pixelsSha256: text('pixels_sha256'),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('file_owner').on(t.ownerId),
    index('file_content').on(t.sha256),
    index('file_sent').on(t.sentSha256),
    index('file_pixels').on(t.pixelsSha256),
  ],
);

/** File that arrives in parts until it is complete; its parts are in the storage. */
export const uploadInParts = table(
  'upload_in_parts',
  {
    id: id('id').primaryKey(),
    ownerId: id('owner_id').notNull(),
    purpose: text('purpose').$type<'proof' | 'document' | 'picture' | 'message'>().notNull(),
    name: text('name').notNull(),
    /** Hash of the whole file. */
    bytes: int('bytes').notNull(),
    sha256: text('sha256').notNull(),
    /** Hash of the file that its owner chose, before the browser made it smaller. */
    chosenSha256: text('chosen_sha256').notNull(),
    /** Count of received bytes from the start. */
    received: int('received').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('upload_in_parts_owner').on(t.ownerId, t.createdAt), index('upload_in_parts_age').on(t.createdAt)],
);

/** Last valid results of slow queries: of external sources, of the audit, of the books by day. */
export const keptAnswer = table('kept_answer', {
  key: text('key').primaryKey(),
  value: json('value').$type<unknown>().notNull(),
  at: instant('at').notNull(),
});

/** Banner of the operator on all pages: news or maintenance. Maintenance also blocks changes while it lasts. */
export const announcement = table(
  'announcement',
  {
    id: id('id').primaryKey(),
    kind: text('kind').$type<'news' | 'maintenance'>().notNull(),
    /** Audience of the banner. Maintenance is shown to everyone. */
    audience: text('audience').$type<'all' | 'investors' | 'staff'>().notNull(),
    text: text('text').notNull(),
    dismissable: flag('dismissable').notNull(),
    /** Time from which news is shown, or start of the maintenance, which is announced before. */
    startsAt: instant('starts_at').notNull(),
    /**
     * Time until which news is shown, or expected end of the maintenance, which lasts until an administrator ends it.
     */
    endsAt: instant('ends_at').notNull(),
    /** Time when an administrator ended it. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('announcement_open').on(t.endedAt, t.endsAt),
    check('announcement_kind', oneOf(t.kind, ['news', 'maintenance'])),
    check('announcement_audience', oneOf(t.audience, ['all', 'investors', 'staff'])),
  ],
);
