import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type * as schema from '#drizzle/schema';
import { runInUnit } from '../process/callContext.server';
import type { UnitOfWork } from '../process/unitOfWork';
import type { Bulk } from './bulk';
import type { TableLayout } from './levels';

/**
 * Query builder of a transaction or a reader. The PostgreSQL handle is cast to this type, so code must stay within the
 * common subset: await every query, `returning()` rather than change counts, never `.get()`, `.all()` or `.run()`.
 */
export type Handle = Omit<
  BetterSQLite3Database<typeof schema>,
  'transaction' | 'run' | 'all' | 'get' | 'values' | '$client'
>;

/** Read-only handle, also of a transaction. */
export type Reader = Omit<Handle, 'insert' | 'update' | 'delete'>;

export type RowCounts = Record<string, number>;

/** A value as a backup has it: whole numbers past 2^53 are text, flags 0 and 1, JSON is its text. */
export type Plain = string | number | null;

/** A database at one moment, whatever is written meanwhile. */
export type Moment = {
  /** The name of its newest migration; null for a database without any. */
  level(): Promise<string | null>;
  rows(statement: string): Promise<Record<string, unknown>[]>;
  /** All rows of a table, some at a time, in no order. */
  pages(table: TableLayout): AsyncIterable<Plain[][]>;
};

export type RestoreTarget = Moment & { insert(table: TableLayout, rows: Plain[][]): Promise<void> };

/**
 * Locks with which a transaction runs in parallel with others. It may write rows of these users and traders, balances (which
 * posting locks), rows that it locks itself (`claim`), and rows whose conflicts a constraint detects. Transactions without
 * locks run alone.
 * @property users IDs, empty for work without rows of users; unknown IDs are allowed
 * @property traders IDs of traders whose log, stake or copies are written, or read for a decision
 * @property followed IDs of traders whose log is only read, in parallel with other readers
 */
export type WriteLocks = { users: readonly string[]; traders?: readonly string[]; followed?: readonly string[] };

export type Engine = {
  /** Handle for reads; its writes are immediate, without the write lock (`writeAside`). */
  read: Handle;
  /** Runs `work` in a transaction, perhaps several times; alone without `locks`. */
  write<T>(work: (tx: Handle) => Promise<T>, locks?: WriteLocks): Promise<T>;
  rows<T extends Record<string, unknown>>(handle: Reader, statement: SQL): Promise<T[]>;
  /** Rows of a statement that reads a great deal, without delaying other work. */
  rowsInBackground<T extends Record<string, unknown>>(statement: SQL): Promise<T[]>;
  bulk(handle: Reader): Bulk;
  /** Locks a rule until the transaction ends, across all processes. */
  lock(tx: Handle, rule: string): Promise<void>;
  /** Locks the rows of the first users of a list that nobody else has locked. @returns which */
  claim(tx: Handle, users: readonly string[], limit: number): Promise<string[]>;
  run(handle: Handle, statement: SQL): Promise<void>;
  migrate(): Promise<void>;
  /** Runs `work` while no other process runs such work on this database, after waiting without a limit. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` while no other process has the database open; one that starts meanwhile waits. Throws `InUseError`. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` on a snapshot of the database, without delaying other work. */
  atOneMoment<T>(work: (moment: Moment) => Promise<T>): Promise<T>;
  /** Rebuilds the database, all or nothing. `level` is the migration of the rows. Throws `InUseError`, `NotEmptyError`. */
  replaceWith(level: string, fill: (filling: RestoreTarget) => Promise<void>, replace: boolean): Promise<void>;
  /** Returns damage of the database in the engine's words; null for none, or where the engine checks that itself. */
  damage(): Promise<string | null>;
  /** Returns a temporary error of the engine as a `DatabaseUnavailableError`, and any other error unchanged. */
  asUnavailable(error: unknown): unknown;
  /** Returns the database's time where several machines use it; null otherwise. */
  time(): Promise<Date | null>;
  /** Counter that changes with every commit of any process; null where the engine has none. */
  version(): number | null;
  ping(): Promise<void>;
  /** Returns whether the server has a connection of the process with this id. False for engines with a single process. */
  isConnected(id: string): Promise<boolean>;
  /** Publishes a message of at most 8,000 bytes to subscribed processes, without guarantee. No effect with a single process. */
  publishToOthers(text: string): Promise<void>;
  /** Subscribes to published messages, its own included. Returns the unsubscribe function; null where messages are impossible. */
  hearOthers(heard: (text: string) => void): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
};

export type QueuedWrite = {
  work: (tx: Handle, unit: UnitOfWork) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Binds queued work to its caller's context (request id and all), in which it runs as a unit of work. */
export const inCallersContext = <T>(work: (tx: Handle) => Promise<T>): ((tx: Handle, unit: UnitOfWork) => Promise<T>) =>
  AsyncLocalStorage.bind((tx, unit) => runInUnit(unit, () => work(tx)));
