import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Inspected, RowCounts } from './engine';
import { migrationsFolder, pending } from './migrations';

/** Does this address name the database of an installation? Looks only: nothing is made where there is none. */
export async function isInstallation(url: string): Promise<boolean> {
  const path = url.replace(/^file:/, '');
  if (!existsSync(path)) return false;
  const found = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return modeOf(found) !== undefined;
  } catch {
    // No database, or another program's.
    return false;
  } finally {
    found.close();
  }
}

const modeOf = (connection: Database.Database) =>
  connection.prepare('select mode from installation').pluck().get() as string | undefined;

/** The rows of each table, tables in order of their names. */
export function countRows(connection: Database.Database): RowCounts {
  const names = connection
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .pluck()
    .all() as string[];
  const count = (name: string) => connection.prepare(`select count(*) from "${name}"`).pluck().get() as number;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

/** Opens a backup for reading, for as long as `work` takes. */
export async function withBackup<T>(path: string, work: (backup: Database.Database) => T): Promise<Awaited<T>> {
  // It was written in the mode that keeps a log beside it; what reading leaves of that is no part of the backup.
  const left = ['-wal', '-shm'].map((end) => `${path}${end}`).filter((beside) => !existsSync(beside));
  const backup = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return await work(backup);
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))) throw error;
    throw new Error('This is no backup of a database of this kind (SQLite), or it is damaged', { cause: error });
  } finally {
    backup.close();
    for (const beside of left) rmSync(beside, { force: true });
  }
}

/** Checks a backup whole: what it holds, or, thrown in words, what is wrong with it. */
export function inspect(backup: Database.Database): Inspected {
  const problems = backup.pragma('integrity_check', { simple: true });
  if (problems !== 'ok') throw new Error(`This backup is damaged: ${problems}`);
  pending(migrationsFolder('sqlite'), lastApplied(backup));
  const rows = countRows(backup);
  const mode = 'installation' in rows ? modeOf(backup) : undefined;
  if (mode === undefined) throw new Error('There is no installation in this backup');
  return { mode, rows };
}

/** When the newest migration that the database has was made, milliseconds; null before the first. */
export function lastApplied(connection: Database.Database): number | null {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!known) return null;
  const row = connection.prepare('select max(created_at) as at from __drizzle_migrations').get() as {
    at: number | null;
  };
  return row.at;
}

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
