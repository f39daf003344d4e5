import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

/**
 * Database size in bytes up to which no thread is used, since reading a small file takes less time than starting a
 * thread (50 ms).
 */
const SMALL_DATABASE_BYTES = 8 * 1024 * 1024;

/** Source code of the thread, as text, so that it runs both from the sources and from the bundle. */
const WORKER_SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const connection = new (require(workerData.driver))(workerData.path, { timeout: 10000 });
  connection.pragma('query_only = ON');
  parentPort.on('message', ({ id, text, values }) => {
    try {
      parentPort.postMessage({ id, rows: connection.prepare(text).all(values) });
    } catch (error) {
      parentPort.postMessage({ id, fault: error.message });
    }
  });
`;

type WorkerReply = { id: number; rows: unknown[]; fault?: undefined } | { id: number; fault: string };
type PendingRead = { resolve: (rows: unknown[]) => void; reject: (error: Error) => void };

/**
 * Creates a reader of an SQLite file that runs in a thread, since reading all rows takes seconds. A small file is read
 * by `reader` instead.
 */
export function createBackgroundReader(
  path: string,
  reader: Database.Database,
): { rows(statement: SQL): Promise<unknown[]>; close(): Promise<void> } {
  const dialect = new SQLiteSyncDialect();
  const waiting = new Map<number, PendingRead>();
  let worker: Worker | null = null;
  let nextRequestId = 0;

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = null;
  }

  function start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const made = new Worker(WORKER_SOURCE, { eval: true, workerData: { path, driver } });
    made.on('message', (answer: WorkerReply) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) made.unref();
      if (answer.fault === undefined) asker?.resolve(answer.rows);
      else asker?.reject(new Error(answer.fault));
    });
    made.on('error', failAll);
    return made;
  }

  /** Returns whether the file and its write-ahead log are small. */
  const isSmall = () =>
    [path, `${path}-wal`].reduce((bytes, file) => bytes + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) <
    SMALL_DATABASE_BYTES;

  return {
    rows: async (statement) => {
      const { sql: text, params: values } = dialect.sqlToQuery(statement);
      if (!worker && isSmall()) {
        // Yields to requests between two statements.
        await turn();
        return reader.prepare(text).all(values);
      }
      return await new Promise((resolve, reject) => {
        const id = ++nextRequestId;
        waiting.set(id, { resolve, reject });
        worker ??= start();
        worker.ref();
        worker.postMessage({ id, text, values });
      });
    },
    close: async () => {
      const ending = worker;
      failAll(new Error('The database was closed'));
      await ending?.terminate();
    },
  };
}
