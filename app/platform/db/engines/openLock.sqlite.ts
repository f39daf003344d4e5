import Database from 'better-sqlite3';
import { InUseError } from '../errors';

/** Longest wait for a restore, which holds the database exclusively, milliseconds. */
const TIMEOUT_MS = 60_000;
/** Longest wait for another process that prepares the database, milliseconds. */
const OTHER_START_TIMEOUT_MS = 600_000;

/** Lock of an open database: shared by its processes, exclusive for a restore. */
export type OpenLock = {
  /** Runs `work` while no other process has the database open. Throws `InUseError` if another process has it open. */
  withExclusiveAccess: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs `work` while no other process prepares the database. */
  withStartLock: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => void;
};

/** Holds an operating-system lock on a file next to the database while the process runs. */
export function openLock(path: string): OpenLock {
  const lock = new Database(`${path}.lock`, { timeout: TIMEOUT_MS });
  const share = () => {
    lock.exec('BEGIN');
    // The first read locks the file until the transaction ends.
    lock.prepare('select count(*) from sqlite_master').get();
  };
  try {
    share();
  } catch (error) {
    lock.close();
    throw new InUseError('This database is being restored', { cause: error });
  }
  return {
    withExclusiveAccess: async (work) => {
      lock.exec('COMMIT');
      lock.pragma('busy_timeout = 0');
      try {
        lock.exec('BEGIN EXCLUSIVE');
      } catch (error) {
        share();
        throw new InUseError('Another process works with this database', { cause: error });
      }
      try {
        return await work();
      } finally {
        lock.exec('COMMIT');
        lock.pragma(`busy_timeout = ${TIMEOUT_MS}`);
        share();
      }
    },
    withStartLock: async (work) => {
      const startLock = new Database(lock.name, { timeout: OTHER_START_TIMEOUT_MS });
      try {
        // Excludes other preparations, but not processes that share the lock.
        startLock.exec('BEGIN IMMEDIATE');
        return await work();
      } finally {
        startLock.close();
      }
    },
    close: () => lock.close(),
  };
}
