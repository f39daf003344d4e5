import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { LRUCache } from 'lru-cache';
import { onPostgres } from '#drizzle/columns';
import { ConfigurationError, env } from '../env';
import { describeDatabaseFault } from '../installation/startFault';
import { getCurrentUnit, oncePerRequest, runInUnit } from '../process/callContext.server';
import { EndedUnitError, type UnitOfWork } from '../process/unitOfWork';
import { forgetSingleton, singleton } from '../singleton';
import type { BulkRow, NewRow, RowFilter } from './bulk';
import type { Engine, Handle, Reader, WriteLocks } from './engine';
import { DatabaseBusyError, DatabaseUnavailableError, OutcomeUnknownError } from './errors';
import { listLevels } from './levels';
import {
  changeSealed,
  createSealedHandle,
  getAfterCommitCallbacks,
  getRawHandle,
  getRowsReadInTransaction,
  getVersions,
  insertSealed,
} from './sealed/sealedHandle.server';
import { AlteredRowError } from './sealed/versions.server';
import { countWrite } from './writeQueue/writeMetrics';

export type { RowVersion } from './bulk';
export type { Handle, Reader, WriteLocks } from './engine';
export { calculateStoredRowDigest, getSealedTable, type SealedTable } from './sealed/sealedTable';
export { AlteredRowError, drainAlteredRows, hasValidMac } from './sealed/versions.server';

const databaseState = () =>
  singleton<{ engine?: Engine; url?: string; commits?: number; shared?: SharedReads }>('database', () => ({}));

const getEngine = (): Engine => {
  const open = databaseState().engine;
  if (!open) throw new Error('The database is not open; call openDatabase() first');
  return open;
};

/** Opens the database named by DATABASE_URL, or another one, once per process; `closeDatabase` closes it. */
export async function openDatabase(other?: string): Promise<void> {
  const made = databaseState();
  if (made.engine) return;
  const url = other ?? env().DATABASE_URL;
  const directUrl = other ?? env().DATABASE_DIRECT_URL;
  made.engine = await withOperatorMessages(url, async () => (await loadDriver()).open(url, directUrl));
  made.url = url;
}

/** Opens or prepares a database, and throws errors with messages for operators. */
async function withOperatorMessages<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = describeDatabaseFault(error, url);
    throw message ? new ConfigurationError(message, { cause: error }) : error;
  }
}

/** Loads only the configured driver. */
const loadDriver = async () =>
  onPostgres ? await import('./engines/postgres.server') : await import('./engines/sqlite.server');

/** Returns whether this address names an installation's database. Creates nothing. */
export const isInstallation = (url: string): Promise<boolean> =>
  withOperatorMessages(url, async () => (await loadDriver()).isInstallation(url));

export async function closeDatabase(): Promise<void> {
  const open = databaseState().engine;
  forgetSingleton('database');
  await open?.close();
}

const handles = new WeakMap<UnitOfWork, Handle>();

/**
 * Returns the handle for reading: in a transaction that of the transaction, so that reads see its writes; otherwise
 * that of `readCommitted`.
 */
export function read(): Reader {
  const unit = getCurrentUnit();
  return (unit?.isRunning && handles.get(unit)) || readCommitted();
}

/** Returns the handle for committed rows, also within a transaction. On SQLite it never waits for a writer. */
export const readCommitted = (): Reader => getEngine().read;

/**
 * Runs `work` in one transaction, which is committed, or rolled back if `work` throws or returns a refusal (`ok:
 * false`). Runs `work` again after a conflict, so its only effects must be reads and writes through `tx`. Nested calls
 * throw: pass `tx` on, or use `attempt`.
 * @param locks rows of users and traders that the transaction writes; without `locks` no other transaction runs
 * meanwhile
 */
export async function write<T>(work: (tx: Handle) => Promise<T>, locks?: WriteLocks): Promise<T> {
  if (getCurrentUnit()?.isRunning) throw new Error('write() inside write(): pass the transaction along instead');
  // Handle of the last attempt, since work is repeated after a conflict.
  let last: Handle | undefined;
  try {
    const piece = async (raw: Handle) => {
      const tx = createSealedHandle(raw, getEngine().bulk(raw));
      last = tx;
      handles.set(assertInUnit(), tx);
      const value = await work(tx);
      if (isRefusal(value)) throw new RolledBackRefusal(value);
      await getVersions(tx)?.flush();
      return value;
    };
    const value = await getEngine().write(piece, locks);
    databaseState().commits = (databaseState().commits ?? 0) + 1;
    for (const act of (last && getAfterCommitCallbacks(last)) ?? []) act();
    return value;
  } catch (error) {
    if (error instanceof RolledBackRefusal) return error.value as T;
    if (error instanceof DatabaseBusyError) countWrite('givenUp');
    throw error;
  }
}

/** Empty locks, for work that writes no rows of users, or writes each of them by one conditional statement. */
export const NO_LOCKS: WriteLocks = { users: [] };

/** Runs a function in this process after the commit. If the process dies before, the function does not run. */
export const afterCommit = (tx: Handle, act: () => void): void => void getAfterCommitCallbacks(tx)?.push(act);

export const isTransaction = (handle: Reader): handle is Handle => getVersions(handle) !== undefined;

/**
 * Returns the number of commits by this process, from which changes of shared data are detected. Null on PostgreSQL,
 * where other processes write too.
 */
export const countCommits = (): number | null => (onPostgres ? null : (databaseState().commits ?? 0));

/** Results of reads by key, valid for one version of the database. */
type SharedReads = { version: number; results: LRUCache<string, Promise<unknown>> };

const MAX_SHARED_READS = 200;

/**
 * Returns the result of `find`, cached by `key`: on SQLite until the database changes, on PostgreSQL for the current
 * request.
 */
export async function readShared<T>(key: string, find: () => Promise<T>): Promise<T> {
  const version = await oncePerRequest('database version', async () => getEngine().version());
  if (version === null || getCurrentUnit()?.isRunning) return await oncePerRequest(key, find);
  const made = databaseState();
  if (made.shared?.version !== version) made.shared = { version, results: new LRUCache({ max: MAX_SHARED_READS }) };
  const { results } = made.shared;
  if (results.has(key)) return (await results.get(key)) as T;
  const result = find();
  results.set(key, result);
  // Failures are not cached.
  result.catch(() => results.delete(key));
  return await result;
}

/** Runs `work` inside a transaction; a refusal reverts only its writes. */
export const attempt = <T>(tx: Handle, work: () => Promise<T>): Promise<T> => withSavepoint(tx, work, isRefusal);

/** Runs `work` inside a transaction to learn its effect, and rolls it back. `work` may touch only the database. */
export const rehearse = <T>(tx: Handle, work: () => Promise<T>): Promise<T> =>
  withSavepoint(
    tx,
    async () => {
      const value = await work();
      // Waits for all pipelined writes, so that their errors are thrown here.
      await getEngine().rows(getRawHandle(tx), sql`select 1`);
      return value;
    },
    () => true,
  );

/** Runs `work` in a savepoint, which is rolled back if it throws or returns a value that requires a rollback. */
async function withSavepoint<T>(tx: Handle, work: () => Promise<T>, takesBack: (value: T) => boolean): Promise<T> {
  const raw = getRawHandle(tx);
  const mark = getVersions(tx)?.mark ?? 0;
  const rollBack = async () => {
    await getEngine().run(raw, sql`rollback to savepoint attempt`);
    getVersions(tx)?.backTo(mark);
  };
  await getEngine().run(raw, sql`savepoint attempt`);
  const savepoint = assertInUnit().startSavepoint();
  handles.set(savepoint, tx);
  let isStored = false;
  try {
    const value = await runInUnit(savepoint, work);
    savepoint.mustNotHaveFailed();
    isStored = !takesBack(value);
    return value;
  } finally {
    savepoint.end({ isKept: isStored });
    // The rollback fails if the engine has ended the whole transaction. The first error states the cause.
    if (!isStored) await rollBack().catch(() => {});
    await getEngine()
      .run(raw, sql`release savepoint attempt`)
      .catch(() => {});
  }
}

function assertInUnit(): UnitOfWork {
  const unit = getCurrentUnit();
  if (!unit) throw new EndedUnitError('A transaction or savepoint needs a unit of work');
  return unit;
}

const isRefusal = (value: unknown): boolean => (value as { ok?: boolean } | undefined)?.ok === false;

/** Error that carries a refusal out of a transaction to roll it back. */
class RolledBackRefusal extends Error {
  constructor(readonly value: unknown) {
    super('refused');
  }
}

/** Locks a rule about rows of several users until the transaction ends, for concurrent work (`WriteLocks`). */
export async function lockRule(tx: Handle, rule: string): Promise<void> {
  await getEngine().lock(getRawHandle(tx), rule);
  getVersions(tx)?.forgetReads();
}

/** Locks the first users in a list whose rows are not locked yet, and returns their IDs. */
export const claimUsers: Engine['claim'] = (tx, users, most) => getEngine().claim(getRawHandle(tx), users, most);

/** Runs SQL that the query builder can't express, in the dialect of both engines. */
export const rows: Engine['rows'] = (handle, statement) => getEngine().rows(getRawHandle(handle), statement);

/** Returns the rows of an expensive statement (the audit, a chart of all time) without delaying requests. */
export const rowsInBackground: Engine['rowsInBackground'] = (statement) => getEngine().rowsInBackground(statement);

export const getBulkStatements = (handle: Reader) => getEngine().bulk(getRawHandle(handle));

/** Finds the rows of `table` with these values, as in `{ kind, ref: [a, b, c] }`, in one round trip and in no particular order. */
export const findAll = <T extends SQLiteTable>(handle: Reader, table: T, filter: RowFilter<T>): Promise<BulkRow<T>[]> =>
  getRowsReadInTransaction(handle, table, filter) ?? getBulkStatements(handle).find(table, filter);

/** Reads, for each combination of these values, the row with the highest `by`. */
export const findNewest = <T extends SQLiteTable>(
  handle: Reader,
  table: T,
  filter: RowFilter<T>,
  by: keyof BulkRow<T>,
): Promise<BulkRow<T>[]> => getBulkStatements(handle).newest(table, filter, by);

/** Inserts complete rows in one round trip. Existing IDs get the columns in `replace`; without `replace` they fail. */
export const insertAll = <T extends SQLiteTable>(
  tx: Handle,
  table: T,
  rows: NewRow<T>[],
  replace: (keyof BulkRow<T>)[] = [],
): Promise<void> => insertSealed(tx, table, rows, replace);

/** Changes the same columns of several existing rows of a sealed table in two round trips. Throws if a row is missing. */
export const updateAll = changeSealed;

/** Migrates the schema, under a lock. Throws `UnknownVersionError` for a database of an unknown version. */
export const migrate = (): Promise<void> =>
  withOperatorMessages(databaseState().url ?? '', () => getEngine().migrate());

/** Prepares the database for a start. Processes that start concurrently do this one after the other. */
export const withStartLock: Engine['withStartLock'] = (work) =>
  withOperatorMessages(databaseState().url ?? '', () => getEngine().withStartLock(work));

/** Runs `work` on a snapshot of the database, while others continue to read and write. */
export const withSnapshot: Engine['withSnapshot'] = (work) => getEngine().withSnapshot(work);

/** Runs `work` while no other process has the database open. Throws `InUseError`. */
export const withExclusiveAccess: Engine['withExclusiveAccess'] = (work) => getEngine().withExclusiveAccess(work);

/** Rebuilds the database completely or not at all. Throws `InUseError`, or `NotEmptyError` if it may not be replaced. */
export const replaceDatabase: Engine['replaceWith'] = (level, fill, replace) =>
  getEngine().replaceWith(level, fill, replace);

/** Returns whether the database is temporarily unavailable (disk full, busy, unreachable), so that a retry may work. */
export const isUnavailable = (error: unknown): boolean =>
  getEngine().asUnavailable(error) instanceof DatabaseUnavailableError;

/** Returns whether a statement failed because another transaction held a lock longer than the lock timeout. */
export const isBusy = (error: unknown): boolean => getEngine().asUnavailable(error) instanceof DatabaseBusyError;

/** Message for a database fault, with the seconds after which a retry may succeed. */
type UnavailabilityMessage = { message: string; retryAfter?: number };

/** Seconds after which a retry is suggested. */
const RETRY_AFTER_SECONDS = 10;

/** Returns the answer if the database was unavailable, or null. Without `retryAfter` a retry does not help. */
export function describeUnavailability(error: unknown): UnavailabilityMessage | null {
  if (error instanceof AlteredRowError) {
    return {
      message:
        'This record was altered outside the product, so nothing was done. Please write to support; trying again does not help.',
    };
  }
  const fault = getEngine().asUnavailable(error);
  if (!(fault instanceof DatabaseUnavailableError)) return null;
  const message =
    fault instanceof OutcomeUnknownError
      ? 'The connection to our database was lost at the last moment, so this may or may not have been done. Please check first. If you send the same form or Idempotency-Key again, it counts once.'
      : 'Our database can’t be reached right now. Nothing was changed.';
  return { message, retryAfter: RETRY_AFTER_SECONDS };
}

/** Counts the migrations that the next start will apply. Throws `UnknownVersionError`. */
export const countPendingMigrations = (): Promise<number> =>
  withSnapshot(async (moment) => {
    const level = await moment.level();
    return listLevels().length - (level === null ? 0 : listLevels().indexOf(level) + 1);
  });

export const findDamage: Engine['findDamage'] = () => getEngine().findDamage();

export const readDatabaseTime: Engine['time'] = () => getEngine().time();

/** Returns whether the process with this ID has its database connection. A dead process loses it; a slow one does not. */
export const isConnected: Engine['isConnected'] = (id) => getEngine().isConnected(id);

/** Runs single statements without locks on PostgreSQL, for rows that a process writes about itself. */
export const writeWithoutLocks = <T>(work: (handle: Handle) => Promise<T>): Promise<T> => work(getEngine().read);

/** Publishes a message to the processes on this database; it may be lost. */
export const publishToProcesses: Engine['publishToProcesses'] = (text) => getEngine().publishToProcesses(text);

/** Subscribes to messages of other processes; null on SQLite, which has a single process. */
export const subscribeToProcesses: Engine['subscribeToProcesses'] = (heard) => getEngine().subscribeToProcesses(heard);

export const ping = (): Promise<void> => getEngine().ping();

type PreparableQuery = { prepare(name: string): ExecutableQuery };
type ExecutableQuery = { execute(values?: Record<string, unknown>): unknown };

/** Prepared statements by handle. Building a statement for each call would make reads ten times slower. */
const preparedStatements = new WeakMap<Reader, Map<string, ExecutableQuery>>();

/** Returns the prepared statement `name` of a handle; `build` describes it with `sql.placeholder(...)`. */
export function prepared<T>(
  name: string,
  build: (handle: Reader) => PromiseLike<T>,
): (handle: Reader, values?: Record<string, unknown>) => Promise<T> {
  return async (args, values) => {
    const handle = getRawHandle(args);
    let known = preparedStatements.get(handle);
    if (!known) {
      known = new Map();
      preparedStatements.set(handle, known);
    }
    let statement = known.get(name);
    if (!statement) {
      statement = (build(handle) as unknown as PreparableQuery).prepare(name);
      known.set(name, statement);
    }
    return (await statement.execute(values)) as T;
  };
}
