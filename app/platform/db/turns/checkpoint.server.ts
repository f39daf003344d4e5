import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A write-ahead log smaller than this is left alone. */
const MIN_LOG_BYTES = 1024 * 1024;
/** Interval of checkpoints, milliseconds. Small and frequent ones, since a large flush would delay commits. */
const INTERVAL_MS = 50;

/** Code as text, so that it runs from the sources and from the bundle. */
const WORKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const connection = new (require(workerData.driver))(workerData.path);
  parentPort.on('message', () => {
    connection.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage('done');
  });
`;

/** Checkpoints the write-ahead log in a thread: inside a commit it would delay all requests by 50 ms and more. */
export function checkpointer(path: string): { afterCommit(): void; close(): Promise<void> } {
  let worker: Worker | null = null;
  let busy = false;
  let lookedAt = 0;

  function start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const made = new Worker(WORKER, { eval: true, workerData: { path, driver } });
    made.unref();
    made.on('message', () => {
      busy = false;
    });
    // The writer's own checkpoint, at a much larger size, is there when this one fails.
    made.on('error', () => {});
    return made;
  }

  return {
    afterCommit: () => {
      const time = performance.now();
      if (busy || time - lookedAt < INTERVAL_MS) return;
      lookedAt = time;
      if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) < MIN_LOG_BYTES) return;
      worker ??= start();
      busy = true;
      worker.postMessage('now');
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
