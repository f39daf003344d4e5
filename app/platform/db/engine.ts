import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type * as schema from '#drizzle/schema';
import { runInUnit } from '../process/callContext.server';
import type { UnitOfWork } from '../process/unitOfWork';
import type { BulkStatements } from './bulk';
import type { TableLayout } from './levels';

/**
 * Query builder of a transaction or a reader. The PostgreSQL handle is cast to this type, so code must stay within the common subset:
 * await every query, `returning()` rather than change counts, never `.get()`, `.all()` or `.run()`.
 */
export type Handle = Omit<
  BetterSQLite3Database<typeof schema>,
  'transaction' | 'run' | 'all' | 'get' | 'values' | '$client'
>;

/** Handle that only reads, possibly within a transaction. */
export type Reader = Omit<Handle, 'insert' | 'update' | 'delete'>;

export type RowCounts = Record<string, number>;

/** Value in a backup. An integer beyond 2^53 is text, a flag is 0 or 1, and JSON is its text. */
export type BackupValue = string | number | null;

/** Snapshot of a database, unaffected by later writes. */
export type DatabaseSnapshot = {
  /** Returns the name of the newest migration; null for an empty database. */
  level(): Promise<string | null>;
  rows(statement: string): Promise<Record<string, unknown>[]>;
  /** Yields all rows of a table in batches and in no particular order. */
  pages(table: TableLayout): AsyncIterable<BackupValue[][]>;
};

export type RestoreTarget = DatabaseSnapshot & { insert(table: TableLayout, rows: BackupValue[][]): Promise<void> };

/**
 * Locks with which a transaction runs concurrently with others. Such a transaction may write rows of these users and
 * traders, balances (which posting locks), rows that it locks itself (`claim`), and rows whose conflicts a constraint
 * detects. A transaction without locks runs alone.
 * @property users IDs; empty for work without rows of users; unknown IDs are allowed
 * @property traders IDs of traders whose log, stake or copies are written, or read for a decision
 * @property followed IDs of traders whose log is only read; other transactions can read it too
 */
export type WriteLocks = { users: readonly string[]; traders?: readonly string[]; followed?: readonly string[] };

export type Engine = {
  /** Handle for reads. It can also write immediately, without the write lock (`writeWithoutLocks`). */
  read: Handle;
  /** Runs `work` in a transaction, and again after a conflict. Without `locks` no other transaction runs meanwhile. */
  write<T>(work: (tx: Handle) => Promise<T>, locks?: WriteLocks): Promise<T>;
  rows<T extends Record<string, unknown>>(handle: Reader, statement: SQL): Promise<T[]>;
  /** Returns the rows of an expensive statement without delaying other work. */
  rowsInBackground<T extends Record<string, unknown>>(statement: SQL): Promise<T[]>;
  bulk(handle: Reader): BulkStatements;
  /** Takes a lock with the name `rule` among all processes, until the transaction ends. */
  lock(tx: Handle, rule: string): Promise<void>;
  /**
   * Locks up to `limit` users of a list, in order, skipping users whose rows are locked already.
   * @returns their IDs
   */
  claim(tx: Handle, users: readonly string[], limit: number): Promise<string[]>;
  run(handle: Handle, statement: SQL): Promise<void>;
  migrate(): Promise<void>;
  /** Runs `work` while no other process is within `withStartLock` on this database. Waits without a limit. */
  withStartLock<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` while no other process has the database open. A process that starts meanwhile waits. Throws `InUseError`. */
  withExclusiveAccess<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` on a snapshot of the database, without delaying other work. */
  withSnapshot<T>(work: (moment: DatabaseSnapshot) => Promise<T>): Promise<T>;
  /**
   * Replaces the database's content, completely or not at all. `level` is the migration of the rows that `fill` writes.
   * Throws `InUseError` or `NotEmptyError`.
   */
  replaceWith(level: string, fill: (filling: RestoreTarget) => Promise<void>, replace: boolean): Promise<void>;
  /**
   * Returns the engine's description of damage to the database. Null if it finds none, or detects damage by other
   * means.
   */
  findDamage(): Promise<string | null>;
  /** Returns a temporary error of the engine as a `DatabaseUnavailableError`, and any other error unchanged. */
  asUnavailable(error: unknown): unknown;
  /** Returns the database's time if several machines use it; null otherwise. */
  time(): Promise<Date | null>;
  /** Returns a counter that changes with every commit of any process; null if the engine has none. */
  version(): number | null;
  ping(): Promise<void>;
  /** Returns whether the process with this ID has a connection to the server. False for engines with a single process. */
  isConnected(id: string): Promise<boolean>;
  /**
   * Publishes a message of at most 8,000 bytes to other processes. Delivery is not guaranteed. No effect with a single
   * process.
   */
  publishToProcesses(text: string): Promise<void>;
  /**
   * Subscribes to published messages, including those of this process.
   * @returns the function that unsubscribes; null if the engine has no messages
   */
  subscribeToProcesses(heard: (text: string) => void): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
};

export type QueuedWrite = {
  work: (tx: Handle, unit: UnitOfWork) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * Binds queued work to the context of its caller (such as the request ID). The work then runs there as a unit of work.
 */
export const bindToCallerContext = <T>(
  work: (tx: Handle) => Promise<T>,
): ((tx: Handle, unit: UnitOfWork) => Promise<T>) =>
  AsyncLocalStorage.bind((tx, unit) => runInUnit(unit, () => work(tx)));
