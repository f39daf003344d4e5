import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type * as schema from '#drizzle/schema';
import type { Bulk } from './bulk';

/**
 * What queries are made with: a transaction, or a reader. The PostgreSQL handle is cast to this type, so code stays inside
 * what both speak: await every query, `returning()` rather than change counts, never `.get()`, `.all()` or `.run()`.
 */
export type Handle = Omit<
  BetterSQLite3Database<typeof schema>,
  'transaction' | 'run' | 'all' | 'get' | 'values' | '$client'
>;

/** How many rows each table has, by its name. */
export type RowCounts = Record<string, number>;

/** What a backup was found to hold: the mode of its installation, and its rows. */
export type Inspected = { mode: string; rows: RowCounts };

/** One database engine, as `platform/db` uses it. */
export type Engine = {
  read: Handle;
  write<T>(work: (tx: Handle) => Promise<T>): Promise<T>;
  rows<T extends Record<string, unknown>>(handle: Handle, statement: SQL): Promise<T[]>;
  /** Rows of a statement that reads a great deal, without delaying other work. */
  aside<T extends Record<string, unknown>>(statement: SQL): Promise<T[]>;
  bulk(handle: Handle): Bulk;
  /** A statement without rows. */
  run(handle: Handle, statement: SQL): Promise<void>;
  migrate(): Promise<void>;
  /** Runs `work` while no other process runs such work on this database, waiting for its end however long it takes. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Writes the whole database, as of one moment, to a new file, without delaying other work.
   * @returns the rows that there were at that moment
   */
  backup(path: string): Promise<RowCounts>;
  /** Reads such a file whole; throws, in words, when it is none, damaged, or not of a version that can be restored. */
  inspect(path: string): Promise<Inspected>;
  /** The rows that there are now. */
  count(): Promise<RowCounts>;
  /**
   * Makes the database what such a file holds, all or nothing; an `InUseError` while another process works with it.
   * @param replace what is there may go; otherwise anything there is a `NotEmptyError`
   */
  restore(path: string, replace: boolean): Promise<void>;
  /** An error of the engine's as a `DatabaseUnavailableError`, if it is one that will pass; any other as it is. */
  asUnavailable(error: unknown): unknown;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The database was made by a later version of the code; running this one on it could lose what that version wrote. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** There is something where a backup was to be restored. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/** Another process works with the database, so it can't be replaced. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** The engine can't take the work now (disk full, busy, gone); the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** The database broke off while it was asked to commit, so it may have done so or not. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override name = 'OutcomeUnknownError';
}

/** A piece of work that waits for its turn to write. */
export type Piece = {
  work: (tx: Handle) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
