import { existsSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { BackupValue, DatabaseSnapshot, RestoreTarget } from '../engine';
import { findLevel, listMigrationsAfter, type TableLayout } from '../levels';

/** Number of rows read before the event loop can serve requests. */
const BATCH_ROWS = 250;

/** Returns whether this address names an installation's database. Creates nothing. */
export async function isInstallation(url: string): Promise<boolean> {
  const path = url.replace(/^file:/, '');
  if (!existsSync(path)) return false;
  const found = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return found.prepare('select mode from installation').get() !== undefined;
  } catch {
    // The database is missing, or the file belongs to another program.
    return false;
  } finally {
    found.close();
  }
}

/** Returns the creation time of the newest applied migration, milliseconds; null before the first. */
export function lastApplied(connection: Database.Database): number | null {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!known) return null;
  const row = connection.prepare('select max(created_at) as at from __drizzle_migrations').get() as {
    at: number | null;
  };
  return row.at;
}

/** Applies pending migrations in the open transaction. Drizzle's own function would let a second process apply them too. */
export function applyMigrations(connection: Database.Database, level?: string): void {
  const migrations = listMigrationsAfter('sqlite', lastApplied(connection), level);
  connection.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  const note = connection.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) connection.exec(statement);
    note.run(hash, folderMillis);
  }
}

const quoted = (name: string) => `"${name}"`;

export const createSnapshot = (connection: Database.Database): DatabaseSnapshot => ({
  level: async () => findLevel('sqlite', lastApplied(connection)),
  rows: async (statement) => connection.prepare(statement).all() as Record<string, unknown>[],
  pages: async function* ({ name, columns }) {
    const text = `select ${columns.map((column) => quoted(column.name)).join(', ')} from ${quoted(name)}`;
    const rows = connection.prepare(text).raw().safeIntegers().iterate() as IterableIterator<unknown[]>;
    let page: BackupValue[][] = [];
    for (const row of rows) {
      page.push(row.map(toBackupValue));
      if (page.length < BATCH_ROWS) continue;
      yield page;
      page = [];
      await nextTurn();
    }
    if (page.length > 0) yield page;
  },
});

function toBackupValue(value: unknown): BackupValue {
  if (typeof value !== 'bigint') return value as BackupValue;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * Builds a database in a file without flushing, so it can't be used before it is complete. `fill` writes the rows, and
 * `use` gets the result.
 */
export async function buildDatabaseFile(
  path: string,
  level: string,
  fill: (filling: RestoreTarget) => Promise<void>,
  use: (built: Database.Database) => Promise<void>,
): Promise<void> {
  rmSync(path, { force: true });
  const built = new Database(path);
  try {
    for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -65536', 'foreign_keys = OFF']) {
      built.pragma(setting);
    }
    built.exec('BEGIN');
    applyMigrations(built, level);
    await fill({ ...createSnapshot(built), insert: async (table, rows) => insertRows(built, table, rows) });
    applyMigrations(built);
    const [broken] = built.pragma('foreign_key_check') as { table: string; parent: string }[];
    if (broken) throw new Error(`A row of ${broken.table} refers to one of ${broken.parent} that is not there`);
    built.exec('COMMIT');
    await use(built);
  } finally {
    built.close();
    rmSync(path, { force: true });
  }
}

function insertRows(connection: Database.Database, { name, columns }: TableLayout, rows: BackupValue[][]): void {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const statement = connection.prepare(
    `insert into ${quoted(name)} (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  const whole = columns.flatMap(({ kind }, at) => (kind === 'whole' ? [at] : []));
  for (const row of rows) {
    // The driver stores a number as a double, which can't represent all integers beyond 2^53.
    for (const at of whole) if (typeof row[at] === 'string') row[at] = BigInt(row[at]) as never;
    statement.run(row);
  }
}

export const getErrorCode = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
