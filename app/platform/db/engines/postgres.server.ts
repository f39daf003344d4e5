import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Column, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import * as schema from '#drizzle/schema';
import { ConfigurationError } from '../../env';
import { describeDatabaseFault } from '../../installation/startFault';
import { getCurrentUnit, runInUnit } from '../../process/callContext.server';
import { thisProcess } from '../../process/thisProcess';
import { EndedUnitError, getRootFailure, UnitOfWork } from '../../process/unitOfWork';
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
import type { Engine, Handle, Reader, WriteLocks } from '../engine';
import { DatabaseBusyError, DatabaseUnavailableError, OutcomeUnknownError } from '../errors';
import { KeyedQueue } from '../keyedQueue';
import { hasPendingLevel } from '../levels';
import { countWrite } from '../writeQueue/writeMetrics';
import {
  isReadOnly,
  PrimaryPool,
  requireNamedStatements,
  requireOwnSessions,
  ServerList,
} from './primaryPool.postgres';
import { ProcessSession, publish } from './processSession.postgres';
import {
  applyMigrations,
  LOCK_OUT_WRITERS,
  lastApplied,
  lockExclusively,
  MIGRATION_LOCK,
  PROCESS_LOCK,
  rebuildDatabase,
  STARTUP_ADVISORY_LOCK_KEY,
  USE_ADVISORY_LOCK_KEY,
  withSnapshot,
} from './snapshot.postgres';

// This file is long because it implements the interface `Engine`; backups and bulk statements have files of their own.

export { isInstallation } from './snapshot.postgres';

/** SQLSTATEs of a serialization failure and of a deadlock, after which the transaction has to run again. */
const CONFLICT_CODES = new Set(['40001', '40P01']);
/** SQLSTATE of a statement in a failed transaction. */
const ABORTED_CODE = '25P02';
/** SQLSTATE of a lock timeout. */
const LOCK_TIMEOUT_CODE = '55P03';
/** Largest number of attempts of a transaction before the caller gets an error. */
const MAX_TRIES = 40;
/**
 * SQLSTATE of a unique violation. PostgreSQL reports some conflicts with it instead of 40001, so the work runs once
 * more after it.
 */
const UNIQUE_VIOLATION_CODE = '23505';
const MAX_DUPLICATE_TRIES = 4;
/** Longest wait for a connection, another session's lock or a writing statement, milliseconds. */
const DATABASE_TIMEOUT_MS = 10_000;
/**
 * First wait of an exclusive write for its lock, milliseconds. Later transactions queue behind this wait, so it is
 * short and is retried with longer ones.
 */
const EXCLUSIVE_LOCK_WAIT_MS = 250;
const MAX_EXCLUSIVE_LOCK_WAIT_MS = 2_000;
/** Longest pause between two attempts of an exclusive write, milliseconds. */
const MAX_EXCLUSIVE_RETRY_DELAY_MS = 50;
/**
 * Statement that opens a transaction with its limits; session settings would leak to other programs behind a pooler. The lock timeout is
 * shorter than the statement timeout, whose error does not name locks as the cause. A stalled process loses its transaction before others
 * time out waiting for its locks.
 */
const BEGIN_STATEMENT = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${0.9 * DATABASE_TIMEOUT_MS}; SET LOCAL statement_timeout = ${DATABASE_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${0.7 * DATABASE_TIMEOUT_MS}`;
const PING_TIMEOUT_MS = 5_000;
/** Longest wait of a migration for a table, milliseconds. Everyone who needs the table queues behind it. */
const MIGRATION_WAIT_MS = 300;
/** Pause before a migration is retried, milliseconds. Other transactions run meanwhile. */
const MIGRATION_PAUSE_MS = 1_000;
const MAX_READERS = 10;
/**
 * Number of connections from one process directly to PostgreSQL: one stays open; others are for the start, a migration
 * and a backup.
 */
const MAX_DIRECT_CONNECTIONS = 5;
/**
 * Largest number of concurrent transactions per process. More of them would only wait on the server for the same
 * accounts.
 */
const MAX_WRITERS = 5;
/**
 * Statements that were sent without waiting for the answer. The next statement that is awaited gets their error, at the
 * latest COMMIT.
 */
const UNAWAITED_STATEMENTS = /^\s*(insert|update|delete|savepoint|release|rollback to)\b(?!.*\breturning\b)/is;
/**
 * Statement that locks the writers' table in shared mode, for transactions with locks (`WriteLocks`). It costs no more
 * than the lock of a query.
 */
const SHARE_WRITERS_LOCK = 'LOCK TABLE drizzle.__drizzle_migrations IN ROW SHARE MODE';
/**
 * Statement that locks users in a fixed order, which prevents deadlocks. Other transactions can still insert rows that
 * refer to them.
 */
const LOCK_USERS = {
  name: 'lock users',
  text: 'SELECT FROM "user" WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE',
};
/**
 * Statement that locks traders by advisory locks. With row locks, many transactions that share a lock could block one
 * that needs it exclusively.
 */
const createTraderLocks = (ids: readonly string[], { isShared = false } = {}): pg.QueryConfig => ({
  name: isShared ? 'share traders' : 'lock traders',
  text: `SELECT pg_advisory_xact_lock${isShared ? '_shared' : ''}(hashtextextended('trader ' || id, 0)) FROM unnest($1::text[]) AS id`,
  values: [[...new Set(ids)].sort()],
});
/** Key of the queue of this process's exclusive writers. */
const EXCLUSIVE_QUEUE_KEY = 'alone';

/** Error of an exclusive write while others are writing; it is retried. */
class OtherWritersError extends Error {
  override name = 'NotAloneError';
}

const bulks = new WeakMap<Reader, BulkStatements>();

/**
 * Opens PostgreSQL. Each act is one READ COMMITTED transaction on its own connection. Every transaction locks the
 * writers' table: in shared mode if it names the users whose rows it writes (and locks these rows too), otherwise
 * exclusively.
 * @param directUrl address of PostgreSQL itself, if `url` names a pooler that may change the session between
 * transactions
 */
export async function open(url: string, directUrl = url): Promise<Engine> {
  const servers = new ServerList(url);
  const readers = new PrimaryPool(servers, { connectionTimeoutMillis: DATABASE_TIMEOUT_MS, max: MAX_READERS });
  const writers = new PrimaryPool(servers, {
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    max: MAX_WRITERS,
    pipeline: true,
    // The server's own timeouts have no effect while it hangs.
    query_timeout: 1.5 * DATABASE_TIMEOUT_MS,
  });
  // Connection for work that takes longer than a transaction may.
  const direct = new PrimaryPool(new ServerList(directUrl), {
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    max: MAX_DIRECT_CONNECTIONS,
    keepAlive: true,
  });
  const closePools = () => Promise.all([readers.end(), writers.end(), direct.end()]);
  try {
    await requireOwnSessions(direct).catch((cause) => {
      const fault = directUrl === url ? null : describeDatabaseFault(cause, directUrl, 'DATABASE_DIRECT_URL');
      throw fault ? new ConfigurationError(fault, { cause }) : cause;
    });
    if (directUrl !== url) await requireNamedStatements(readers);
  } catch (error) {
    await closePools();
    throw error;
  }
  const session = new ProcessSession(direct, toLockNumber(thisProcess));
  const read = drizzle(readers, { schema });
  bulks.set(read as unknown as Handle, createBulkStatements(readers));

  /** One handle per connection, so that its prepared statements are reused. */
  const handles = new WeakMap<pg.PoolClient, Handle>();
  const handleOn = (client: pg.PoolClient): Handle => {
    const known = handles.get(client);
    if (known) return known;
    const taking = createUnitClient(client);
    const made = drizzle(taking, { schema }) as unknown as Handle;
    handles.set(client, made);
    bulks.set(made, createBulkStatements(taking));
    return made;
  };

  /**
   * Runs `work` in one transaction. An `OutcomeUnknownError` means that it may have been committed; other errors mean that it was not.
   */
  async function transaction<T>(locks: WriteLocks | null, work: (tx: Handle) => Promise<T>, tried: number): Promise<T> {
    await session.ready();
    const client = await writers.connect();
    const address = servers.current;
    const unit = UnitOfWork.onConnection(client);
    let isBroken = false;
    try {
      await beginTransaction(client, unit, locks, tried);
      const value = await runInUnit(unit, () => work(handleOn(client)));
      unit.mustNotHaveFailed();
      unit.end();
      const ended = await commit(client);
      // COMMIT of a failed transaction rolls back without an error.
      if (ended !== 'COMMIT') throw unit.failure ?? new DatabaseUnavailableError('The transaction was broken off');
      return value;
    } catch (thrown) {
      unit.end();
      const error = getSqlState(thrown) === ABORTED_CODE && unit.failure ? unit.failure : getRootFailure(thrown);
      await client.query('ROLLBACK').catch(() => {
        isBroken = true;
      });
      // The server no longer accepts writes, so all its connections are closed.
      if (isReadOnly(error)) {
        isBroken = true;
        servers.advanceFrom(address);
        for (const pool of [readers, writers, direct]) pool.dropAll();
      }
      // Otherwise readers of an unreachable server would wait for the operating system's timeout, which takes minutes.
      if (/query read timeout/i.test(getDriverMessage(error))) readers.dropAll();
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  /** Runs a transaction, and retries after conflicts until it is committed or `DATABASE_TIMEOUT_MS` have passed. */
  async function transactionWithRetries<T>(locks: WriteLocks | null, work: (tx: Handle) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    for (let tried = 1, duplicates = 0; ; tried++) {
      try {
        const value = await transaction(locks, work, tried);
        countWrite('transactions');
        countWrite('pieces');
        return value;
      } catch (error) {
        const code = getSqlState(error);
        const isWaiting = error instanceof OtherWritersError && performance.now() - startedAt < DATABASE_TIMEOUT_MS;
        const isConflict = CONFLICT_CODES.has(code) && tried < MAX_TRIES;
        const isDuplicate = code === UNIQUE_VIOLATION_CODE && ++duplicates < MAX_DUPLICATE_TRIES;
        // Nothing was written, so the work can be tried on another server that accepts writes.
        const mayGoElsewhere = isReadOnly(error) && tried <= servers.all.length;
        if (!isWaiting && !isConflict && !isDuplicate && !mayGoElsewhere) throw toUnavailableError(error);
        if (isConflict) countWrite('conflicts');
        // The pause is random and grows, so that two colliding transactions do not collide again.
        if (isConflict) await sleep(Math.random() * Math.min(2 ** tried, 200));
        if (isWaiting) await sleep(Math.random() * MAX_EXCLUSIVE_RETRY_DELAY_MS);
      }
    }
  }

  // Queue in which this process's work with common locks waits. It waits without a connection, since other work needs
  // the connections.
  const lines = new KeyedQueue(DATABASE_TIMEOUT_MS);

  return {
    read: read as unknown as Handle,
    write: async <T>(work: (handle: Handle) => Promise<T>, locks?: WriteLocks) => {
      const startedAt = performance.now();
      return await lines.run(locks ? [...locks.users, ...(locks.traders ?? [])] : [EXCLUSIVE_QUEUE_KEY], () => {
        countWrite('waited', performance.now() - startedAt);
        return transactionWithRetries(locks ?? null, work);
      });
    },
    bulk: (handle) => bulks.get(handle) as BulkStatements,
    rows: async (handle, statement) =>
      ((await (handle as unknown as typeof read).execute(statement)) as { rows: never[] }).rows,
    rowsInBackground: async (statement) => (await read.execute(statement)).rows as never[],
    lock: async (tx, rule) => {
      await (tx as unknown as typeof read).execute(sql`select pg_advisory_xact_lock(hashtextextended(${rule}, 0))`);
    },
    claim: async (tx, users, limit) => {
      const claiming = sql`select u.id from unnest(${sql.param(users)}::text[]) with ordinality as asked(id, place)
        join "user" u using (id) order by place limit ${limit} for no key update of u skip locked`;
      return (await (tx as unknown as typeof read).execute<{ id: string }>(claiming)).rows.map(({ id }) => id);
    },
    run: async (handle, statement) => {
      await (handle as unknown as typeof read).execute(statement);
    },
    withSnapshot: async (work) => {
      const client = await direct.connect();
      try {
        return await withSnapshot(client, work);
      } finally {
        client.release();
      }
    },
    withExclusiveAccess: (work) =>
      runHoldingLock(direct, STARTUP_ADVISORY_LOCK_KEY, async (client) => {
        // This process's own share of the lock would block it.
        await session.leave();
        try {
          await lockExclusively(client);
        } finally {
          await client.query('select pg_advisory_unlock($1)', [USE_ADVISORY_LOCK_KEY]);
          await session.ready();
        }
        return await work();
      }),
    replaceWith: async (level, fill, replace) => {
      const client = await direct.connect();
      // This process's own share of the lock would block it.
      await session.leave();
      try {
        await rebuildDatabase(client, level, fill, replace);
      } finally {
        // Closing the connection releases the locks that it holds.
        client.release(true);
      }
    },
    migrate: () =>
      runHoldingLock(direct, MIGRATION_LOCK, async (client) => {
        if (!hasPendingLevel('postgres', await lastApplied(client))) return;
        while (!(await tryApplyMigrations(client))) await sleep(MIGRATION_PAUSE_MS);
      }),
    withStartLock: (work) => runHoldingLock(direct, STARTUP_ADVISORY_LOCK_KEY, work),
    findDamage: async () => null,
    asUnavailable: toUnavailableError,
    time: async () => {
      const { rows } = await readers.query('select clock_timestamp() as time');
      return rows[0]?.time as Date;
    },
    version: () => null,
    ping: async () => {
      // A broken connection may never answer, so the query has a timeout.
      await readers.query({ text: 'select 1', query_timeout: PING_TIMEOUT_MS } as pg.QueryConfig);
    },
    isConnected: async (id) => {
      const query = `select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2
        and database = (select oid from pg_database where datname = current_database())`;
      return (await readers.query(query, [PROCESS_LOCK, toLockNumber(id)])).rows.length > 0;
    },
    publishToProcesses: (text) => publish(readers, text),
    subscribeToProcesses: (heard) => session.subscribe(heard),
    close: async () => {
      await lines.idle();
      await session.close();
      await closePools();
    },
  };
}

/** Runs `work` while no other session holds `lock`. Waits for it without a limit. */
async function runHoldingLock<T>(pool: pg.Pool, lock: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/** Applies pending migrations. Returns false, without a change, if others held a table for longer than `MIGRATION_WAIT_MS`. */
async function tryApplyMigrations(client: pg.PoolClient): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${MIGRATION_WAIT_MS}`);
  try {
    await applyMigrations(client);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    if (getSqlState(error) !== LOCK_TIMEOUT_CODE) throw error;
    await client.query('ROLLBACK');
    return false;
  }
}

const toLockNumber = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE() >>> 1;

/** @returns the server's answer: `COMMIT`, or `ROLLBACK` if the transaction had failed */
async function commit(client: pg.PoolClient): Promise<string> {
  try {
    return (await client.query('COMMIT')).command;
  } catch (error) {
    // An SQLSTATE means that the server refused. After a broken connection (class 08, driver codes) or a termination
    // (57P) the outcome is unknown.
    if (/^(?!08|57P)\d/.test(getSqlState(error))) throw error;
    throw new OutcomeUnknownError(`A COMMIT got no answer (${getSqlState(error)})`, { cause: error });
  }
}

/**
 * Starts a transaction and takes its locks, in one packet with the first statement. READ COMMITTED takes a snapshot per
 * statement, so the first statement already sees the commits of earlier lock holders. Only exclusive writers wait for
 * the answer first.
 */
async function beginTransaction(
  client: pg.PoolClient,
  unit: UnitOfWork,
  locks: WriteLocks | null,
  tried: number,
): Promise<void> {
  const sent = (statement: string | pg.QueryConfig) => client.query(statement).catch((error) => unit.fail(error));
  void sent(BEGIN_STATEMENT);
  if (locks) {
    void sent(SHARE_WRITERS_LOCK);
    const { users, traders = [], followed = [] } = locks;
    if (users.length > 0) void sent({ ...LOCK_USERS, values: [users] });
    if (traders.length > 0) void sent(createTraderLocks(traders));
    if (followed.length > 0) void sent(createTraderLocks(followed, { isShared: true }));
    return;
  }
  void sent(`SET LOCAL lock_timeout = ${Math.min(EXCLUSIVE_LOCK_WAIT_MS * tried, MAX_EXCLUSIVE_LOCK_WAIT_MS)}`);
  void sent(LOCK_OUT_WRITERS);
  await sent(`SET LOCAL lock_timeout = ${0.9 * DATABASE_TIMEOUT_MS}`);
  const { failure } = unit;
  if (failure && getSqlState(failure) === LOCK_TIMEOUT_CODE)
    throw new OtherWritersError('Others write', { cause: failure });
  if (failure) throw failure;
}

/** Wraps a connection for units of work. A statement of an ended unit is refused without being sent. */
function createUnitClient(client: pg.PoolClient): pg.PoolClient {
  const query = async (...args: Parameters<pg.PoolClient['query']>) => {
    const unit = getCurrentUnit();
    if (!unit) throw new EndedUnitError('A statement that writes needs a unit of work');
    unit.assertUsable(client);
    const answered = client.query(...args) as unknown as Promise<pg.QueryResult>;
    const parameters = args[0] as unknown as string | pg.QueryConfig;
    if (UNAWAITED_STATEMENTS.test(typeof parameters === 'string' ? parameters : parameters.text)) {
      answered.catch((error) => unit.fail(error));
      return NO_ROWS;
    }
    try {
      return await answered;
    } catch (error) {
      unit.fail(error);
      // Reports the first error instead of the later one, which only says that the transaction was aborted.
      throw getSqlState(error) === ABORTED_CODE ? unit.failure : error;
    }
  };
  return { query } as unknown as pg.PoolClient;
}

/** Placeholder result of a statement whose answer is not awaited. */
const NO_ROWS = { rows: [], fields: [], rowCount: null };

/** Returns bulk statements for PostgreSQL, where round trips are costly: rows are sent as one array per column and unnested there. */
function createBulkStatements(connection: pg.Pool | pg.PoolClient): BulkStatements {
  const rowsWith = async (shape: TableShape, filter: object, text: (rows: string) => string) => {
    const keys = Object.keys(filter);
    const test = (column: Column, place: number) => `= any($${place + 1}::${column.getSQLType()}[])`;
    const found = await connection.query({
      text: text(createSelectText(shape, keys, test)),
      values: getFilterValues(shape, filter),
      rowMode: 'array',
    });
    return found.rows as unknown[][];
  };
  const find: BulkStatements['find'] = async (table, filter) => {
    const shape = getTableShape(table);
    const found = await rowsWith(shape, filter, (rows) => rows);
    return found.map((row) => fromDriver<typeof table>(shape, row));
  };
  return {
    find,
    lock: async (lock) => {
      await connection.query(lock);
    },
    findVersioned: async (table, filter) => {
      const shape = getTableShape(table);
      const found = await rowsWith(shape, filter, (rows) => createVersionedSelectText(shape, rows));
      return found.map((row) => fromVersioned<typeof table>(shape, row));
    },
    newest: async (table, filter, by) => {
      const shape = getTableShape(table);
      const keys = Object.keys(filter);
      const columnOf = (key: string) => shape.columns[shape.keys.indexOf(key)] as Column;
      const wants = keys.map(
        (key, at) => `(select distinct unnest($${at + 1}::${columnOf(key).getSQLType()}[]) as value) as wanted${at}`,
      );
      // Uses one index lookup per row, since `distinct on` would read all earlier versions.
      const one = createSelectText(shape, keys, (_, at) => `= wanted${at}.value`);
      const found = await connection.query({
        text: `select newest.* from ${wants.join(', ')}, lateral (${one} order by "${columnOf(by as string).name}" desc limit 1) as newest`,
        values: getFilterValues(shape, filter),
        rowMode: 'array',
      });
      return found.rows.map((row) => fromDriver<typeof table>(shape, row));
    },
    insert: async (table, rows, replace) => {
      if (rows.length === 0) return;
      const shape = getTableShape(table);
      const arrays = shape.columns.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`);
      await connection.query({
        text: createInsertText(shape, `select * from unnest(${arrays.join(', ')})`, replace),
        values: toColumnArrays(shape, rows as Record<string, unknown>[]),
      });
    },
    change: async (table, rows, columns) => {
      const part = getPartialShape(getTableShape(table), columns);
      const arrays = part.columns.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`);
      const [key, ...names] = part.names.map((name) => `"${name}"`);
      const set = names.map((name) => `${name} = given.${name}`);
      await connection.query({
        text: `update "${part.name}" as row set ${set.join(', ')} from unnest(${arrays.join(', ')}) as given(${[key, ...names].join(', ')}) where row.${key} = given.${key}`,
        values: toColumnArrays(part, rows as Record<string, unknown>[]),
      });
    },
  };
}

function toColumnArrays(shape: TableShape, rows: Record<string, unknown>[]): unknown[][] {
  const ready = rows.map((row) => toDriverRow(shape, row));
  return shape.keys.map((_, at) => ready.map((row) => row[at]));
}

/** Returns the SQLSTATE of an error. Drizzle wraps the driver's error as its cause. */
function getSqlState(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
}

/** Driver messages of lost connections, which have no code. */
const LOST_CONNECTION_PATTERN =
  /connection (terminated|error|timeout)|trying to connect|not queryable|query read timeout/i;

/** Returns the driver's message. Drizzle's message contains the query with its values. */
function getDriverMessage(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: unknown };
  return cause ? getDriverMessage(cause) : message;
}

function toUnavailableError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = getSqlState(error);
  const message = `The database can't take this now (${code})`;
  if (error instanceof OtherWritersError || CONFLICT_CODES.has(code) || code === LOCK_TIMEOUT_CODE)
    return new DatabaseBusyError(message, { cause: error });
  // Temporary errors: class 08 connection, 53 resources (disk full), 57 operator intervention or statement timeout,
  // 25P03 idle transaction timeout, 25006 read-only server, and the driver's socket errors.
  if (
    /^(08|53|57|25P03|25006|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    (code === '' && LOST_CONNECTION_PATTERN.test(getDriverMessage(error)))
  ) {
    return new DatabaseUnavailableError(message, { cause: error });
  }
  return error;
}
