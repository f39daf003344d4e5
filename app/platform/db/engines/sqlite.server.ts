import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import * as schema from '#drizzle/schema';
import { getCurrentUnit } from '../../process/callContext.server';
import { EndedUnitError, getRootFailure, UnitOfWork } from '../../process/unitOfWork';
import { makeFolder } from '../../storage/storage';
import { foldText } from '../../text/fold';
import { createBackgroundReader } from '../backgroundReader.server';
import {
  type BulkStatements,
  createInsertText,
  createSelectText,
  createVersionedSelectText,
  fromDriver,
  fromVersioned,
  getFilterValues,
  getPartialShape,
  getTableShape,
  type TableShape,
  toDriverRow,
} from '../bulk';
import { FOLD_FUNCTION } from '../containsEveryWord';
import { bindToCallerContext, type Engine, type Handle, type QueuedWrite } from '../engine';
import { DatabaseBusyError, DatabaseUnavailableError, NotEmptyError } from '../errors';
import { hasPendingLevel } from '../levels';
import { startCheckpointer } from '../writeQueue/checkpoint.server';
import { createBatchQueue } from '../writeQueue/queue';
import { countWrite } from '../writeQueue/writeMetrics';
import { openLock } from './openLock.sqlite';
import { PreparedOnce, type StatementGuard } from './preparedOnce.sqlite';
import { applyMigrations, buildDatabaseFile, createSnapshot, getErrorCode, lastApplied } from './snapshot.sqlite';

export { isInstallation } from './snapshot.sqlite';

/** Largest number of transactions that share one commit, which waits for the disk once. */
const MAX_BATCH_TRANSACTIONS = 64;
/** Longest execution of statements before a shared commit, milliseconds, since the same thread serves requests. */
const COMMIT_BUDGET_MS = 4;
/** Longest wait for another process that writes or migrates, milliseconds. */
const TIMEOUT_MS = { write: 10_000, migrate: 600_000 };
/** Longest pause between two checks of the lock, milliseconds. */
const MAX_LOCK_PAUSE_MS = 40;

const BACKUP_BATCH_PAGES = 10_000;

/**
 * Opens SQLite with one writer, which has a queue, and one reader. Units of work that wait share one commit, which is
 * the costly part; each unit runs in a savepoint.
 */
export async function open(url: string, _directUrl?: string): Promise<Engine> {
  const path = url.replace(/^file:/, '');
  makeFolder(dirname(path));
  const held = openLock(path);
  const writer = connect(path);
  writer.pragma('journal_mode = WAL');
  // `begin` waits asynchronously from here on, since SQLite's own wait would block the event loop.
  writer.pragma('busy_timeout = 0');
  // Checkpoints at 64 MB in case the checkpoint thread can't keep up.
  writer.pragma('wal_autocheckpoint = 16000');
  const checkpoints = startCheckpointer(path);
  const reader = connect(path);
  reader.pragma('query_only = ON');
  // Readers wait only for a process that recovers the log after a crash.
  reader.pragma('busy_timeout = 250');
  const version = reader.prepare('PRAGMA data_version').pluck();
  const background = createBackgroundReader(path, reader);
  // SQLite ends a transaction when the disk is full, and would then commit each later statement separately.
  const inUnit: StatementGuard =
    (run) =>
    (...values) => {
      const unit = getCurrentUnit();
      if (!unit) throw new EndedUnitError('A statement that writes needs a unit of work');
      unit.assertUsable(writer);
      if (!writer.inTransaction) throw new EndedUnitError('The engine has ended the transaction');
      try {
        return run(...values);
      } catch (error) {
        unit.fail(error);
        throw error;
      }
    };
  const statements = { write: new PreparedOnce(writer, inUnit), read: new PreparedOnce(reader) };
  // Drizzle uses only these methods of a connection, so only they are wrapped.
  const on = (connection: PreparedOnce) =>
    drizzle(connection as unknown as Database.Database, { schema }) as unknown as Handle;
  const [tx, read] = [on(statements.write), on(statements.read)];
  const bulks = { write: createBulkStatements(statements.write), read: createBulkStatements(statements.read) };
  const [savepoint, release] = [writer.prepare('SAVEPOINT piece'), writer.prepare('RELEASE piece')];

  const queue = createBatchQueue(async (waiting: QueuedWrite[]) => {
    const finished: (() => void)[] = [];
    const taken: QueuedWrite[] = [];
    let isStored = false;
    try {
      const startedAt = performance.now();
      await beginTransaction(writer, TIMEOUT_MS.write);
      const started = performance.now();
      countWrite('waited', started - startedAt);
      while (
        waiting.length > 0 &&
        taken.length < MAX_BATCH_TRANSACTIONS &&
        performance.now() - started < COMMIT_BUDGET_MS
      ) {
        const piece = waiting.shift() as QueuedWrite;
        taken.push(piece);
        savepoint.run();
        const unit = UnitOfWork.onConnection(writer);
        try {
          const value = await piece.work(tx, unit);
          unit.mustNotHaveFailed();
          unit.end();
          release.run();
          isStored = true;
          finished.push(() => piece.resolve(value));
        } catch (error) {
          unit.end();
          // A full disk or an I/O error ends the whole transaction, and with it all savepoints.
          if (!writer.inTransaction) throw error;
          writer.exec('ROLLBACK TO piece; RELEASE piece');
          finished.push(() => piece.reject(toUnavailableError(error)));
        }
      }
      // Previews and refusals alone are not committed, since a commit would change the version of the database.
      writer.exec(isStored ? 'COMMIT' : 'ROLLBACK');
    } catch (error) {
      if (writer.inTransaction) writer.exec('ROLLBACK');
      // The transaction could not start, so all waiting units are rejected.
      for (const { reject } of taken.length > 0 ? taken : waiting.splice(0)) reject(toUnavailableError(error));
      return;
    }
    countWrite('transactions');
    countWrite('pieces', taken.length);
    for (const listener of finished) listener();
    checkpoints.afterCommit();
  });

  return {
    read,
    write: <T>(work: (handle: Handle) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work: bindToCallerContext(work), resolve: resolve as (value: unknown) => void, reject });
      }),
    rows: async (handle, statement) => (handle as unknown as ReturnType<typeof drizzle>).all(statement),
    rowsInBackground: async <T>(statement: SQL) => (await background.rows(statement)) as T[],
    // SQLite has one writer, so there is nothing to lock.
    lock: async () => {},
    claim: async (_tx, users, limit) => users.slice(0, limit),
    run: async (handle, statement) => {
      (handle as unknown as ReturnType<typeof drizzle>).run(statement);
    },
    bulk: (handle) => (handle === tx ? bulks.write : bulks.read),
    migrate: async () => {
      if (!hasPendingLevel('sqlite', lastApplied(writer))) return;
      // This pragma has no effect inside a transaction.
      writer.pragma('foreign_keys = OFF');
      await beginTransaction(writer, TIMEOUT_MS.migrate);
      try {
        // Another process may have applied them meanwhile.
        const applied = lastApplied(writer);
        if (hasPendingLevel('sqlite', applied)) {
          if (applied !== null) await backUpNextToDatabase(reader, `${path}.before-${Date.now()}.backup`);
          applyMigrations(writer);
        }
        writer.exec('COMMIT');
      } finally {
        if (writer.inTransaction) writer.exec('ROLLBACK');
        writer.pragma('foreign_keys = ON');
      }
    },
    withStartLock: held.withStartLock,
    findDamage: async () => {
      const [found] = (await background.rows(sql`pragma integrity_check(1)`)) as { integrity_check: string }[];
      return found?.integrity_check === 'ok' ? null : (found?.integrity_check ?? 'it does not say');
    },
    withSnapshot: async (work) => {
      // Uses its own connection, since transactions on the shared one would move the snapshot.
      const still = connect(path);
      try {
        still.pragma('query_only = ON');
        still.exec('BEGIN');
        return await work(createSnapshot(still));
      } finally {
        still.close();
      }
    },
    replaceWith: (level, fill, replace) =>
      held.withExclusiveAccess(async () => {
        if (!replace && lastApplied(writer) !== null) throw new NotEmptyError('There is a database already');
        await buildDatabaseFile(`${path}.restoring`, level, fill, async (built) => {
          // The engine copies in one transaction, so that a crash leaves either the old or the new database.
          await built.backup(path, { progress: () => BACKUP_BATCH_PAGES });
        });
      }),
    withExclusiveAccess: held.withExclusiveAccess,
    asUnavailable: toUnavailableError,
    time: async () => null,
    version: () => version.get() as number,
    ping: async () => {
      reader.prepare('select 1').get();
    },
    isConnected: async () => false,
    publishToProcesses: async () => {},
    subscribeToProcesses: async () => null,
    close: async () => {
      await queue.idle();
      await Promise.all([checkpoints.close(), background.close()]);
      reader.close();
      writer.close();
      held.close();
    },
  };
}

const listCombinations = (lists: unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>((all, list) => all.flatMap((some) => list.map((value) => [...some, value])), [[]]);

/** Returns whether a value can be passed in a JSON list, by which one statement reads any number of rows. */
const isListable = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);

/** Returns bulk statements for SQLite, where calls are cheap: rows are written one at a time by a prepared statement. */
function createBulkStatements(connection: PreparedOnce): BulkStatements {
  /** @param one returns the statement for one combination of values */
  const all = (shape: TableShape, filter: object, text: (rows: string) => string, one = false): unknown[][] => {
    const values = getFilterValues(shape, filter);
    const among = values.map((some) => !one && some.length > 1 && some.every(isListable));
    const test = (_: unknown, place: number) => (among[place] ? 'in (select value from json_each(?))' : '= ?');
    const statement = connection.prepare(text(createSelectText(shape, Object.keys(filter), test))).raw();
    const args = values.map((some, place) => (among[place] ? [JSON.stringify(some)] : some));
    return listCombinations(args).flatMap((each) => statement.all(...each) as unknown[][]);
  };
  const find: BulkStatements['find'] = async (table, filter) => {
    const shape = getTableShape(table);
    return all(shape, filter, (rows) => rows).map((row) => fromDriver<typeof table>(shape, row));
  };
  return {
    find,
    // The single writer holds all locks.
    lock: async () => {},
    findVersioned: async (table, filter) => {
      const shape = getTableShape(table);
      return all(shape, filter, (rows) => createVersionedSelectText(shape, rows)).map((row) =>
        fromVersioned<typeof table>(shape, row),
      );
    },
    newest: async (table, filter, by) => {
      const shape = getTableShape(table);
      const order = ` order by "${shape.columns[shape.keys.indexOf(by as string)]?.name}" desc limit 1`;
      return all(shape, filter, (rows) => rows + order, true).map((row) => fromDriver<typeof table>(shape, row));
    },
    insert: async (table, rows, replace) => {
      const shape = getTableShape(table);
      const statement = connection.prepare(
        createInsertText(shape, `values (${shape.names.map(() => '?').join(', ')})`, replace),
      );
      for (const row of rows as Record<string, unknown>[]) {
        statement.run(...toDriverRow(shape, row));
      }
    },
    change: async (table, rows, columns) => {
      const part = getPartialShape(getTableShape(table), columns);
      const [key, ...names] = part.names;
      const set = names.map((name) => `"${name}" = ?`).join(', ');
      const statement = connection.prepare(`update "${part.name}" set ${set} where "${key}" = ?`);
      for (const row of rows as Record<string, unknown>[]) {
        const [id, ...values] = toDriverRow(part, row);
        statement.run(...values, id);
      }
    },
  };
}

function connect(path: string): Database.Database {
  const fresh = !existsSync(path);
  const connection = new Database(path, { timeout: 10_000 });
  if (fresh) connection.pragma('page_size = 4096');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.function(FOLD_FUNCTION, { deterministic: true }, (text) =>
    text === null ? null : foldText(String(text)),
  );
  return connection;
}

/** Starts a write transaction, and retries while another process writes. After `patience` milliseconds throws SQLite's error. */
async function beginTransaction(connection: Database.Database, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, MAX_LOCK_PAUSE_MS)) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!getErrorCode(error).startsWith('SQLITE_BUSY') || performance.now() >= until) throw error;
    }
    // The pause is random, so that waiting processes do not retry at the same time.
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** Copies a database that no process writes to. The copy gets its name once it is complete. */
async function backUpNextToDatabase(connection: Database.Database, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    await connection.backup(part);
    renameSync(part, to);
  } finally {
    rmSync(part, { force: true });
  }
}

function toUnavailableError(thrown: unknown): unknown {
  const error = getRootFailure(thrown);
  const code = getErrorCode(error);
  const message = `The database can't take this now (${code})`;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new DatabaseBusyError(message, { cause: error });
  if (/^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/.test(code))
    return new DatabaseUnavailableError(message, { cause: error });
  return error;
}
