import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import * as schema from '#drizzle/schema';
import { DatabaseUnavailableError, type Engine, type Handle } from './engine';
import { migrationsFolder, pending } from './migrations';

/** How many waiting pieces of work share one commit, and so one wait for the disk. */
const BATCH = 64;

type Job = { work: (tx: Handle) => Promise<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * SQLite: one writer connection behind a queue, one reader. Work that waits together is committed together (each piece in
 * a savepoint of its own), because with synchronous=FULL the commit is what costs.
 */
export async function open(url: string): Promise<Engine> {
  const path = url.replace(/^file:/, '');
  mkdirSync(dirname(path), { recursive: true });
  const writer = connect(path);
  writer.pragma('journal_mode = WAL');
  const reader = connect(path);
  reader.pragma('query_only = ON');
  const tx = drizzle(writer, { schema }) as unknown as Handle;
  const read = drizzle(reader, { schema }) as unknown as Handle;

  const queue: Job[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // One turn of the event loop first, so that what arrives together is committed together.
    await null;
    while (queue.length > 0) await commitTogether(queue.splice(0, BATCH));
    // In the same turn as the look at the queue: work pushed after this starts a drain of its own.
    draining = null;
  }

  async function commitTogether(jobs: Job[]): Promise<void> {
    const finished: (() => void)[] = [];
    try {
      writer.exec('BEGIN IMMEDIATE');
      for (const { work, resolve, reject } of jobs) {
        writer.exec('SAVEPOINT piece');
        try {
          const value = await work(tx);
          writer.exec('RELEASE piece');
          finished.push(() => resolve(value));
        } catch (error) {
          // A full disk or an I/O error ends the whole transaction, and then no savepoint is left to go back to.
          if (!writer.inTransaction) throw error;
          writer.exec('ROLLBACK TO piece; RELEASE piece');
          finished.push(() => reject(asUnavailable(error)));
        }
      }
      writer.exec('COMMIT');
    } catch (error) {
      if (writer.inTransaction) writer.exec('ROLLBACK');
      for (const { reject } of jobs) reject(asUnavailable(error));
      return;
    }
    for (const tell of finished) tell();
  }

  return {
    read,
    write: <T>(work: (handle: Handle) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      }),
    rows: async (handle, statement) => (handle as unknown as ReturnType<typeof drizzle>).all(statement),
    migrate: async () => {
      const folder = migrationsFolder('sqlite');
      const applied = lastApplied(writer);
      if (!pending(folder, applied)) return;
      // A migration that is killed halfway rolls back; a backup is kept beside the database all the same.
      if (applied !== null) await writer.backup(`${path}.before-${Date.now()}.backup`);
      writer.pragma('foreign_keys = OFF');
      migrate(drizzle(writer), { migrationsFolder: folder });
      writer.pragma('foreign_keys = ON');
    },
    ping: async () => {
      reader.prepare('select 1').get();
    },
    close: async () => {
      await draining;
      reader.close();
      writer.close();
    },
  };
}

function connect(path: string): Database.Database {
  const fresh = !existsSync(path);
  const connection = new Database(path, { timeout: 10_000 });
  if (fresh) connection.pragma('page_size = 4096');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  return connection;
}

function lastApplied(connection: Database.Database): number | null {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!known) return null;
  const row = connection.prepare('select max(created_at) as at from __drizzle_migrations').get() as { at: number | null };
  return row.at;
}

function asUnavailable(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (/^SQLITE_(FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(code)) {
    return new DatabaseUnavailableError(`The database can't take this now (${code})`, { cause: error });
  }
  return error;
}
