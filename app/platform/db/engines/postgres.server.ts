import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Column } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import * as schema from '#drizzle/schema';
import { CLOCKS_APART, systemNow } from '../../clock';
import { currentUnit } from '../../process/callContext.server';
import { thisProcess } from '../../process/thisProcess';
import { EndedUnitError, failureBehind, UnitOfWork } from '../../process/unitOfWork';
import {
  type Bulk,
  fromDriver,
  insertText,
  type Shape,
  selectText,
  shapeOf,
  statementName,
  toDriverRow,
  wantedValues,
} from '../bulk';
import { type Engine, type Handle, inCallersContext, type QueuedWrite, type Reader } from '../engine';
import { DatabaseBusyError, DatabaseUnavailableError, OutcomeUnknownError } from '../errors';
import { migrationsFolder, pending } from '../migrations';
import { queueFor } from '../turns/queue';
import { type TurnNotes, turnNotes } from '../turns/turnNotes';
import { countWrite } from '../turns/writeFigures';
import {
  applyMigrations,
  atOneMoment,
  isUnsupported,
  LEAVE_NOTE,
  lastApplied,
  MAKE_NOTES,
  MIGRATION_LOCK,
  PROCESS_LOCK,
  READ_NOTE,
  replaceIn,
  START_LOCK,
  TAKE_TURN,
  USE_LOCK,
} from './moment.postgres';
import { hearNews, tellNews } from './news.postgres';
import { isReadOnly, mustKeepSessions, PrimaryPool, ReadOnlyServerError, Servers } from './primaryPool.postgres';

// Long because it is one engine whole, as `Engine` asks for it; its backups and bulk statements are beside it.

export { isInstallation } from './moment.postgres';

/** Serialization failure, deadlock: the engine asks for the transaction to be run again. */
const CONFLICT = new Set(['40001', '40P01']);
/** A statement in a transaction of which another one has failed. */
const ABORTED = '25P02';
/** How often it is run before the caller hears that it can't be done now. */
const TRIES = 40;
/**
 * A key that was free when we looked and is taken now: PostgreSQL says this, and not 40001, of some conflicts. Run again,
 * the work sees who took it; if it still insists, the fault is its own.
 */
const DUPLICATE = '23505';
const DUPLICATE_TRIES = 4;
/** The number of a note that no process can have left yet. */
const newestByClock = (): number => systemNow().getTime() + CLOCKS_APART;
/** How long work waits for a connection, for another session's lock, or for a statement that writes, milliseconds. */
const PATIENCE = 10_000;
/** How long a transaction may wait for its own process, milliseconds: less than others wait for their turn. */
const STILL = 0.7 * PATIENCE;
/** And a look whether the database answers at all. */
const PING = 5_000;
/**
 * How many waiting pieces of work share one transaction. Each takes a savepoint, or two with an `attempt`; from 64 on
 * PostgreSQL keeps track of them the slow way.
 */
const BATCH = 30;
/** How long a transaction takes more pieces, milliseconds since it has its turn: other processes wait for theirs. */
const BUDGET = 100;
/** The bulk statements of each handle, of whichever opened engine it is. */
const bulks = new WeakMap<Reader, Bulk>();

/**
 * PostgreSQL, or an engine that speaks its wire. Nearly everything moves money through the same few accounts, custody and the
 * reserves, so transactions side by side would only make each other start over. A process writes through one connection, work that
 * waits together is one transaction (each piece in a savepoint of its own), and the transactions of all processes take turns, in the
 * order in which they asked. They are SERIALIZABLE all the same, and run again when they conflict: with what writes without a turn, or
 * on an engine that has none, where they share fewer pieces then.
 * @param turns false for an engine that is known to have none; otherwise it is found out
 * @param notes what this process tells the next one that has a turn, and hears from the last
 */
export async function open(
  url: string,
  { turns = true, notes = turnNotes }: { turns?: boolean; notes?: () => TurnNotes | null } = {},
): Promise<Engine> {
  const servers = new Servers(url);
  const readers = new PrimaryPool(servers, { connectionTimeoutMillis: PATIENCE, max: 10 }, { lock_timeout: PATIENCE });
  const writers = new PrimaryPool(
    servers,
    {
      connectionTimeoutMillis: PATIENCE,
      max: 1,
      idleTimeoutMillis: 0,
      pipeline: true,
      // A server that has stopped answering says nothing of its own timeouts.
      query_timeout: 1.5 * PATIENCE,
    },
    {
      // Shorter than the limit of the statement, whose error would not say that a lock was the reason.
      lock_timeout: 0.9 * PATIENCE,
      statement_timeout: PATIENCE,
      // A process of ours that stands still in the middle of its turn loses it before the others have waited too long for theirs.
      idle_in_transaction_session_timeout: STILL,
    },
  );
  // They go with the connection, and are taken again by the next one.
  writers.on('connect', (client) => {
    client.query('select pg_advisory_lock_shared($1)', [USE_LOCK]).catch(() => {});
    client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, numberOf(thisProcess)]).catch(() => {});
  });
  await mustKeepSessions(readers).catch(async (error) => {
    await Promise.all([readers.end(), writers.end()]);
    throw error;
  });
  const read = drizzle(readers, { schema });
  bulks.set(read as unknown as Handle, bulkOn(readers));

  /** One handle a connection, so that what was prepared on it is found again. */
  const handles = new WeakMap<pg.PoolClient, Handle>();
  const handleOn = (client: pg.PoolClient): Handle => {
    const known = handles.get(client);
    if (known) return known;
    const taking = inUnit(client);
    const made = drizzle(taking, { schema }) as unknown as Handle;
    handles.set(client, made);
    bulks.set(made, bulkOn(taking));
    return made;
  };

  let hasTurns = turns;
  let hasNotes = true;
  /**
   * The number of the newest note that this process knows; null before it has looked. Notes are numbered by the clock, milliseconds, so that
   * one of before a crash that emptied their table is older than all that a process which starts afterwards will take.
   */
  let noted: number | null = null;

  /** Begins a transaction, once it is this process's turn. */
  async function begin(client: pg.PoolClient): Promise<void> {
    const asked = performance.now();
    // Both in the same packet.
    const begun = client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    const turn = hasTurns ? client.query(TAKE_TURN) : null;
    turn?.catch(() => {});
    const note = hasTurns && hasNotes && notes() ? client.query({ ...READ_NOTE, values: [noted ?? -1] }) : null;
    note?.catch(() => {});
    await begun.catch((cause) => {
      // What a replica says of this level.
      throw codeOf(cause) === '0A000' ? new ReadOnlyServerError('The server takes no writes', { cause }) : cause;
    });
    try {
      await turn;
      if (note) takeNote((await note).rows[0]);
    } catch (error) {
      if (isUnsupported(error)) hasTurns = false;
      // There is no such table before a version that makes one has started.
      else if (codeOf(error) === '42P01') hasNotes = false;
      else throw error;
      await client.query('ROLLBACK');
      await begin(client);
      return;
    }
    countWrite('waited', performance.now() - asked);
  }

  /** @param left the note of another process, where there is one that is newer than the newest we know */
  function takeNote(left: { turn: string; note: string } | undefined): void {
    const turn = Number(left?.turn ?? 0);
    // None of ours has such a number, and one that follows on it would not fit the column.
    if (turn > Number.MAX_SAFE_INTEGER) noted ??= newestByClock();
    // The first note that a process finds may be old, for example from a restored table, so only its number is used.
    else if (noted === null) noted = Math.max(turn, newestByClock());
    else if (left && notes()?.take(turn, left.note)) noted = turn;
  }

  /** The statement that leaves this turn's note, if there is anything to tell. */
  function noteToLeave(): pg.QueryConfig | null {
    if (noted === null || !hasTurns || !hasNotes) return null;
    const turn = Math.max(noted + 1, systemNow().getTime());
    const note = notes()?.leave(turn);
    return note ? { ...LEAVE_NOTE, values: [turn, note] } : null;
  }

  /**
   * Runs pieces one after another in one transaction.
   * @param pieces to run whatever waits, because they were run before in a transaction that conflicted
   * @param most how many to run; what waits meanwhile is added to `pieces` up to there
   * @returns how to tell each of them how it ended; when it throws, no piece was told and nothing was committed, but perhaps
   *   with `OutcomeUnknownError`
   */
  async function transaction(pieces: QueuedWrite[], waiting: QueuedWrite[], most: number): Promise<(() => void)[]> {
    const client = await writers.connect();
    const { address } = servers;
    const tx = handleOn(client);
    const finished: (() => void)[] = [];
    // Sent ahead of what follows, in the same packet: no round trip for an answer that says only "yes".
    let failedAhead: unknown = null;
    const ahead = (statement: string | pg.QueryConfig) =>
      void client.query(statement).catch((error) => {
        failedAhead ??= error;
      });
    let broken = false;
    try {
      await begin(client);
      const until = performance.now() + BUDGET;
      for (let at = 0; ; at++) {
        if (at === pieces.length && waiting.length > 0 && at < most && performance.now() < until) {
          pieces.push(waiting.shift() as QueuedWrite);
        }
        const piece = pieces[at];
        if (!piece) break;
        ahead('SAVEPOINT piece');
        const unit = UnitOfWork.onConnection(client);
        try {
          const value = await piece.work(tx, unit);
          unit.mustNotHaveFailed();
          unit.end();
          ahead('RELEASE piece');
          finished.push(() => piece.resolve(value));
        } catch (thrown) {
          unit.end();
          // Statements that were sent with the one that failed are only refused because of it.
          const error = codeOf(thrown) === ABORTED ? unit.failure : failureBehind(thrown);
          // For want of room a piece fails by itself; whatever else keeps the server from working would meet the next one as well.
          const isAlone = !CONFLICT.has(codeOf(error)) && (asUnavailable(error) === error || isFull(error));
          // Without its savepoint, going back would take back the piece before as well.
          if (!isAlone || failedAhead) throw failedAhead ?? error;
          await client.query('ROLLBACK TO piece; RELEASE piece');
          finished.push(() => again(piece, error) || piece.reject(asUnavailable(error)));
        }
      }
      const note = noteToLeave();
      if (note) ahead(note);
      const ended = await commit(client);
      // A transaction that failed before is ended so, without an error.
      if (ended !== 'COMMIT') throw failedAhead ?? new DatabaseUnavailableError('The transaction was broken off');
      if (note) noted = Number(note.values?.[0]);
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      // The server takes no writes any more, so all connections to it are dropped.
      if (isReadOnly(error)) {
        broken = true;
        servers.leave(address);
        readers.dropAll();
      }
      // A server that is gone without a word keeps readers waiting until the machine gives their connections up, in minutes.
      if (/query read timeout/i.test(messageOf(error))) readers.dropAll();
      throw error;
    } finally {
      client.release(broken);
    }
    return finished;
  }

  /** How often each piece met a key that was taken since it looked. */
  const duplicates = new WeakMap<QueuedWrite, number>();

  function again(piece: QueuedWrite, error: unknown): boolean {
    const tried = (duplicates.get(piece) ?? 0) + 1;
    if (codeOf(error) !== DUPLICATE || tried >= DUPLICATE_TRIES) return false;
    duplicates.set(piece, tried);
    queue.push(piece);
    return true;
  }

  /** How many pieces share a transaction: fewer where they conflict, since a conflict throws away all of them. */
  let most = BATCH;

  const queue = queueFor(async (waiting: QueuedWrite[]) => {
    const pieces: QueuedWrite[] = [];
    for (let tried = 1; ; tried++) {
      try {
        const finished = await transaction(pieces, waiting, most);
        countWrite('transactions');
        countWrite('pieces', pieces.length);
        most = Math.min(2 * most, BATCH);
        for (const tell of finished) tell();
        return;
      } catch (error) {
        // Pieces that go back to the queue are undone too: others may run before them, and must neither build on their work nor note it.
        for (const { takenBack } of pieces) takenBack();
        // Nothing was written, and another server may take writes.
        if (isReadOnly(error) && tried <= servers.all.length) continue;
        if (!CONFLICT.has(codeOf(error)) || tried >= TRIES) {
          // Where it could not even begin, those that wait are told as well. Among these `OutcomeUnknownError`: it may have happened,
          // so nothing here may be run again.
          for (const { reject } of pieces.length > 0 ? pieces : waiting.splice(0)) reject(asUnavailable(error));
          return;
        }
        countWrite('conflicts');
        most = Math.max(1, Math.floor(pieces.length / 2));
        waiting.unshift(...pieces.splice(most));
        // Random and growing, so that two processes that collided do not collide again in step.
        await sleep(Math.random() * Math.min(2 ** tried, 200));
      }
    }
  });

  return {
    read: read as unknown as Handle,
    write: <T>(work: (handle: Handle) => Promise<T>, takenBack = () => {}) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work: inCallersContext(work), takenBack, resolve: resolve as (value: unknown) => void, reject });
      }),
    bulk: (handle) => bulks.get(handle) as Bulk,
    rows: async (handle, statement) =>
      ((await (handle as unknown as typeof read).execute(statement)) as { rows: never[] }).rows,
    rowsInBackground: async (statement) => (await read.execute(statement)).rows as never[],
    run: async (handle, statement) => {
      await (handle as unknown as typeof read).execute(statement);
    },
    atOneMoment: async (work) => {
      const client = await readers.connect();
      try {
        return await atOneMoment(client, work);
      } finally {
        client.release();
      }
    },
    replaceWith: async (level, fill, replace) => {
      const client = await readers.connect();
      // Our own share of the lock would be in the way.
      await writers.query('select pg_advisory_unlock_shared($1)', [USE_LOCK]);
      try {
        await replaceIn(client, level, fill, replace);
      } finally {
        // The locks go with the connection.
        client.release(true);
        await writers.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
      }
    },
    migrate: () =>
      holding(readers, MIGRATION_LOCK, async (client) => {
        if (!pending(migrationsFolder('postgres'), await lastApplied(client))) {
          await client.query(MAKE_NOTES);
          return;
        }
        // A connection that is thrown away: what fails in between is taken back with it.
        await client.query('BEGIN');
        await applyMigrations(client);
        await client.query('COMMIT');
      }),
    inTurn: (work) => holding(readers, START_LOCK, work),
    damage: async () => null,
    asUnavailable,
    time: async () => {
      const { rows } = await readers.query('select clock_timestamp() as time');
      return rows[0]?.time as Date;
    },
    ping: async () => {
      // A connection that has broken without a word would answer never.
      await readers.query({ text: 'select 1', query_timeout: PING } as pg.QueryConfig);
    },
    isConnected: async (id) => {
      const asked = `select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2
        and database = (select oid from pg_database where datname = current_database())`;
      return (await readers.query(asked, [PROCESS_LOCK, numberOf(id)])).rows.length > 0;
    },
    tellOthers: (text) => tellNews(readers, text),
    hearOthers: (heard) => hearNews(servers, heard),
    close: async () => {
      await queue.idle();
      await Promise.all([readers.end(), writers.end()]);
    },
  };
}

/** Runs `work` while no other session holds `lock`, however long it has to wait for that. */
async function holding<T>(pool: pg.Pool, lock: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // What the other does under it may take longer than statements may.
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}

/** The number of a process, by its id, as a lock has it. */
const numberOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE() >>> 1;

/** @returns what the server did: `COMMIT`, or `ROLLBACK` where the transaction had failed before */
async function commit(client: pg.PoolClient): Promise<string> {
  try {
    return (await client.query('COMMIT')).command;
  } catch (error) {
    // With a code of its own the server has refused; a connection that broke (class 08, the driver's own codes) or was cut
    // off (57P) says nothing about what was done.
    if (/^(?!08|57P)\d/.test(codeOf(error))) throw error;
    throw new OutcomeUnknownError(`A COMMIT got no answer (${codeOf(error)})`, { cause: error });
  }
}

/** A connection as statements of units of work use it: those of one that has ended are refused before they are sent. */
function inUnit(client: pg.PoolClient): pg.PoolClient {
  const query = async (...given: Parameters<pg.PoolClient['query']>) => {
    const unit = currentUnit();
    if (!unit) throw new EndedUnitError('A statement that writes needs a unit of work');
    unit.mustTakeStatements(client);
    try {
      return await client.query(...given);
    } catch (error) {
      unit.fail(error);
      throw error;
    }
  };
  return { query } as unknown as pg.PoolClient;
}

/** In this engine trips cost, so rows travel together: one array a column, unnested into rows at the other end. */
function bulkOn(connection: pg.Pool | pg.PoolClient): Bulk {
  return {
    find: async (table, wanted) => {
      const shape = shapeOf(table);
      const keys = Object.keys(wanted);
      const found = await connection.query({
        name: statementName(`find ${shape.name} by ${keys}`),
        text: selectText(shape, keys, (column, place) => `= any($${place + 1}::${column.getSQLType()}[])`),
        values: wantedValues(shape, wanted),
        rowMode: 'array',
      });
      return found.rows.map((row) => fromDriver<typeof table>(shape, row));
    },
    newest: async (table, wanted, by) => {
      const shape = shapeOf(table);
      const keys = Object.keys(wanted);
      const columnOf = (key: string) => shape.columns[shape.keys.indexOf(key)] as Column;
      const wants = keys.map(
        (key, at) => `(select distinct unnest($${at + 1}::${columnOf(key).getSQLType()}[]) as value) as wanted${at}`,
      );
      // One look into an index for each that is wanted: `distinct on` would read all that an account ever had.
      const one = selectText(shape, keys, (_, at) => `= wanted${at}.value`);
      const found = await connection.query({
        name: statementName(`newest ${shape.name} by ${keys}`),
        text: `select newest.* from ${wants.join(', ')}, lateral (${one} order by "${columnOf(by as string).name}" desc limit 1) as newest`,
        values: wantedValues(shape, wanted),
        rowMode: 'array',
      });
      return found.rows.map((row) => fromDriver<typeof table>(shape, row));
    },
    insert: async (table, rows, replace) => {
      if (rows.length === 0) return;
      const shape = shapeOf(table);
      const arrays = shape.columns.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`);
      await connection.query({
        name: statementName(`insert ${shape.name}, replace ${replace.join()}`),
        text: insertText(shape, `select * from unnest(${arrays.join(', ')})`, replace),
        values: columnsOf(shape, rows as Record<string, unknown>[]),
      });
    },
  };
}

/** The values of some rows by column, each as the driver takes it. */
function columnsOf(shape: Shape, rows: Record<string, unknown>[]): unknown[][] {
  const ready = rows.map((row) => toDriverRow(shape, row));
  return shape.keys.map((_, at) => ready.map((row) => row[at]));
}

/** Disk, memory or another resource of the server's was used up. */
const isFull = (error: unknown): boolean => codeOf(error).startsWith('53');

/** Drizzle wraps the driver's error; the code is on the cause. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
}

/** What the driver says of a connection that broke or could not be had; it gives these no code. */
const LOST = /connection (terminated|error|timeout)|trying to connect|not queryable|query read timeout/i;

/** Drizzle's own message quotes the query, values and all; only the driver's says what went wrong. */
function messageOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: unknown };
  return cause ? messageOf(cause) : message;
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = codeOf(error);
  const words = `The database can't take this now (${code})`;
  // 55P03 is a lock that others kept.
  if (CONFLICT.has(code) || code === '55P03') return new DatabaseBusyError(words, { cause: error });
  // Class 08 connection, 53 resources (disk full), 57 operator intervention or a statement that took too long, 25P03 our own silence,
  // 25006 a server that only reads, and the driver's socket errors.
  if (
    /^(08|53|57|25P03|25006|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    (code === '' && LOST.test(messageOf(error)))
  ) {
    return new DatabaseUnavailableError(words, { cause: error });
  }
  return error;
}
