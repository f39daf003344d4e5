import { getTableName, is, type SQL, sql, Table } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from './schema';

/*
 * Protection of each column against changes outside of the product. The types require an entry for a new table; a new column of a sealed
 * table is sealed unless it is an exception.
 */

/** Reason why a column, or a whole table, has no seal of its own. */
type Unsealed =
  /** Name of the check with which the audit compares the column or table with the data from which it follows. */
  | { compared: string }
  /** Reason why nobody gains anything by changing the column or table. */
  | { free: string };

/** The names of a table's columns in code. */
type ColumnOf<T> = T extends SQLiteTable ? keyof T['$inferSelect'] : never;

type Sealed<T> = {
  sealed: true;
  /** Columns that are not sealed. */
  except?: { [column in ColumnOf<T>]?: Unsealed };
  /**
   * Columns added by later migrations (`tests/architecture/migrations.test.ts`). Versions have a separate digest for each of them, so
   * that processes of the previous version can still use the rows.
   */
  later?: readonly ColumnOf<T>[];
  /** True if keys are chosen by people and may be reused after a deletion. Otherwise each key is created once. */
  keysReturn?: true;
  /** True if a row that does not match its version may still be deleted, because the deletion only ends something. */
  expendable?: true;
  /**
   * True for a table that directly decides where money goes, who may act, on what terms or at what price. `verified`
   * reads such tables and refuses altered rows; rows of other tables are compared when they are changed or deleted, and
   * by the audit.
   */
  decides?: true;
  /**
   * Rows that the audit of changes compares every few minutes even if they did not change: all rows, or the open ones.
   * Only for small tables that decide payments.
   */
  often?: 'whole' | { open: SQL };
};

type Protection<T> = Sealed<T> | Unsealed;

type Tables = { [name in keyof typeof schema as (typeof schema)[name] extends SQLiteTable ? name : never]: 0 };

/** Name of the check that replays every transfer. */
const REPLAY_CHECK = { compared: 'each stored balance equals its transfers replayed' };

const FLOOR_CHECK_REASON =
  'When floors are looked at next; every copy is looked at daily, and whenever its leader orders.';

const SEALED_TABLE = { sealed: true } as const;
const DECIDING_TABLE = { sealed: true, decides: true } as const;
/** Protection of rows whose keys are chosen, and which may be deleted and inserted again. */
const CHOSEN_KEYS = { sealed: true, keysReturn: true } as const;
/** Protection of the operator's terms: few rows, each of which affects everyone. */
const OPERATOR_TERMS = { ...CHOSEN_KEYS, decides: true, often: 'whole' } as const;

export const PROTECTION: { [name in keyof Tables]: Protection<(typeof schema)[name]> } = {
  // Money: a journal's MAC covers the journal and its transfers, and balances follow from transfers.
  account: REPLAY_CHECK,
  journal: { compared: 'the seals have no gap and verify' },
  transfer: { compared: 'the seals have no gap and verify' },
  seal: { compared: 'the seals have no gap and verify' },
  rowVersion: { compared: 'the seals have no gap and verify' },
  hold: { sealed: true, often: { open: sql`outcome = 'open'` } },
  promise: {
    sealed: true,
    often: { open: sql`remaining > 0` },
    except: {
      paid: { compared: 'each promise has paid what its journals moved' },
      remaining: { compared: 'each promise has paid what its journals moved' },
    },
  },
  deposit: DECIDING_TABLE,
  withdrawal: {
    ...DECIDING_TABLE,
    often: { open: sql`status in ('requested', 'approved')` },
  },
  payment: CHOSEN_KEYS,
  paymentReference: CHOSEN_KEYS,
  depositAddressShown: SEALED_TABLE,
  depositAddressChange: SEALED_TABLE,
  investment: SEALED_TABLE,
  copy: {
    ...DECIDING_TABLE,
    except: {
      contributed: { compared: 'each allocation equals its copy’s own arithmetic' },
      result: {
        compared: 'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
      },
      lookedFrom: { free: FLOOR_CHECK_REASON },
      safeMove: { free: FLOOR_CHECK_REASON },
    },
  },
  copyAct: { free: 'A MAC covers each row, and its copy, which is sealed, counts them.' },
  copyFlow: SEALED_TABLE,
  copiedOrder: SEALED_TABLE,
  mirror: SEALED_TABLE,
  leaderShare: SEALED_TABLE,
  leaderStake: DECIDING_TABLE,
  stakeShortage: SEALED_TABLE,
  leaderRequest: DECIDING_TABLE,
  trade: DECIDING_TABLE,
  trader: DECIDING_TABLE,
  traderFigures: SEALED_TABLE,
  copyFigures: SEALED_TABLE,
  referralBonus: SEALED_TABLE,
  rankBonus: SEALED_TABLE,
  idempotency: SEALED_TABLE,

  // Trading of leaders, copies and investors. Positions also follow from orders; a seal shows which row was altered.
  tradingAccount: DECIDING_TABLE,
  tradingOrder: SEALED_TABLE,
  tradingPosition: {
    sealed: true,
  },
  tradingSnapshot: SEALED_TABLE,
  signalKey: DECIDING_TABLE,
  signal: SEALED_TABLE,
  quote: {
    free: 'A MAC covers each row and names the one before it: altered or taken away it is a gap, across which nothing is filled.',
  },
  quoteSource: {
    free: 'A MAC covers how far quotes are stored and thinned out, and which are the newest: without it nothing is filled. Held back, none is filled later on an old quote. When it is asked next decides no price.',
  },

  // Terms, and administrators.
  plan: OPERATOR_TERMS,
  depositMethod: OPERATOR_TERMS,
  withdrawalMethod: OPERATOR_TERMS,
  setting: OPERATOR_TERMS,
  installation: {
    ...CHOSEN_KEYS,
    often: 'whole',
  },
  closedMonth: DECIDING_TABLE,
  statementSource: { ...CHOSEN_KEYS, decides: true },
  statementLine: SEALED_TABLE,
  statementMatch: SEALED_TABLE,
  statementSignOff: SEALED_TABLE,
  queueMark: SEALED_TABLE,
  userTag: {
    free: 'What the staff finds users again by. Nothing is decided by it, and each change is in the audit log.',
  },
  approval: { ...DECIDING_TABLE, often: { open: sql`status = 'waiting'` } },
  event: SEALED_TABLE,

  // People and their credentials.
  user: DECIDING_TABLE,
  administrator: { ...DECIDING_TABLE, often: 'whole' },
  staffInvitation: { ...DECIDING_TABLE, often: 'whole' },
  kyc: DECIDING_TABLE,
  uploadInParts: {
    free: 'Nothing is taken from it but bytes, whose digest is compared and which are looked at as any upload.',
  },
  file: { sealed: true, expendable: true },
  twoFactor: {
    ...DECIDING_TABLE,
    keysReturn: true,
    except: { lastStep: { free: 'A code that was spent could be used again for the minute and a half it is shown.' } },
  },
  recoveryCode: { sealed: true, expendable: true },
  token: { sealed: true, expendable: true },
  session: {
    free: 'A MAC covers whose session it is, since when and until when, and another when a second factor was shown; without them it signs no one in and confirms nothing. A row that is put back ends when it would have, and opens nothing without its secret.',
  },

  // Tables that decide nothing.
  throttle: { free: 'Counts failed tries for an hour; fewer let more tries in, which the passwords bear.' },
  job: { free: 'When jobs ran, and who runs them now; each effect of a job is unique by itself.' },
  runningProcess: {
    free: 'Who serves now. Altered, a process does not start and says why, or another runs its jobs, each effect of which is unique.',
  },
  alert: { free: 'What an operator was told of. Altered, it is told again or not, and what is off is in no such row.' },
  alertCall: { free: 'What was posted to the operator’s receiver. It decides nothing.' },
  proposal: { ...DECIDING_TABLE, expendable: true },
  webhook: {
    free: 'Where its owner’s events are posted. They move no money, and who can write it can read them. Its secret is encrypted, bound to it and its owner.',
  },
  webhookDelivery: { free: 'What is posted to a webhook. It decides nothing.' },
  mail: {
    free: 'Recipient, subject and kind are bound to the body: a row that was redirected, replaced or inserted is not sent. One that is deleted or held back tells nothing, and pages tell it too.',
  },
  watchedTrader: { free: 'What a user marked to find it again. It decides nothing.' },
  notification: {
    free: 'What was told. It decides nothing, and what it tells of is in sealed rows, by which pages ask for money. Altered or inserted, it can tell a lie and lead to a page of ours, and nowhere else; taken away, mails and pages tell the same.',
  },
  supportThread: {
    free: 'What was written and by when it is to be answered. It moves no money; who answered and closed it is in sealed events.',
  },
  supportMessage: {
    free: 'What was written, shown as text without links. No form or act reads it, and that it was written is in sealed events: one that was inserted has none, one that was taken away has one.',
  },
  announcement: SEALED_TABLE,
  savedReply: SEALED_TABLE,
  keptAnswer: {
    free: 'Answers of markets have a MAC over body and time, and are dropped after a day. The others are shown again, each recomputed from what it is about, and how far chains were read, which credits nobody.',
  },
};

/** Table of the schema, with its name in code and its protection. */
export type ProtectedTable = { name: keyof Tables; table: SQLiteTable; protection: Protection<SQLiteTable> };

/** Returns all tables of the schema. */
export const protectedTables = (): ProtectedTable[] =>
  Object.entries(schema)
    .filter(([, value]) => is(value, Table))
    .map(([name, table]) => ({
      name: name as keyof Tables,
      table: table as SQLiteTable,
      protection: PROTECTION[name as keyof Tables] as Protection<SQLiteTable>,
    }));

/** Returns the protection of a table; undefined for one outside of the schema. */
export const protectionOf = (table: SQLiteTable): Protection<SQLiteTable> | undefined =>
  protectionByName.get(getTableName(table));

const protectionByName = new Map(protectedTables().map(({ table, protection }) => [getTableName(table), protection]));
