import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Size of a write-ahead log in bytes below which there is no checkpoint. */
const MIN_LOG_BYTES = 1024 * 1024;
/** Interval of checkpoints, milliseconds. They are small and frequent, since a large flush would delay commits. */
const CHECKPOINT_INTERVAL_MS = 50;

/** Source code as text, so that it runs both from the sources and from the bundle. */
const WORKER_SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const connection = new (require(workerData.driver))(workerData.path);
  parentPort.on('message', () => {
    connection.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage('done');
  });
`;

/** Checkpoints the write-ahead log in a thread. Within a commit it would delay all requests by 50 ms or more. */
export function startCheckpointer(path: string): { afterCommit(): void; close(): Promise<void> } {
  let worker: Worker | null = null;
  let busy = false;
  let checkedAt = 0;

  function start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const made = new Worker(WORKER_SOURCE, { eval: true, workerData: { path, driver } });
    made.unref();
    made.on('message', () => {
      busy = false;
    });
    // If the thread fails, the writer's own checkpoint runs at a much larger size.
    made.on('error', () => {});
    return made;
  }

  return {
    afterCommit: () => {
      const time = performance.now();
      if (busy || time - checkedAt < CHECKPOINT_INTERVAL_MS) return;
      checkedAt = time;
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
