/** What `bench backup` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { checkBackup, restoreDatabase } from '~/backups/readBackup.server';
import { backUpDatabase } from '~/backups/writeBackup.server';
import { available, custody } from '~/ledger/chartOfAccounts';
import { postMany } from '~/ledger/posting/post.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { now } from '~/platform/clock';
import { closeDatabase, insertAll, migrate, openDatabase, read, rows, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { settleInstallation } from '~/platform/installation/index.server';
import type { BackupFigures } from './engines';
import { person } from './people';

const [USERS, TRANSFERS] = [
  Number(process.env.BENCH_USERS ?? 100_000),
  Number(process.env.BENCH_TRANSFERS ?? 1_000_000),
];
const BATCH = 500;

async function seed(): Promise<void> {
  const ids: string[] = [];
  for (let from = 0; from < USERS; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, USERS - from) }, (_, at) => person(from + at));
    await write((tx) => insertAll(tx, user, people));
    ids.push(...people.map(({ id }) => id));
  }
  for (let from = 0; from < TRANSFERS; from += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, TRANSFERS - from) }, (_, at) => ({
      kind: 'deposit' as const,
      ref: `bench:${from + at}`,
      actor: 'system',
      effectiveAt: now(),
      legs: [{ debit: custody('BTC'), credit: available(ids[(from + at) % ids.length] ?? ''), amount: 100n }],
    }));
    await write((tx) => postMany(tx, entries));
  }
  while (await sealSome());
}

async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const value = await work();
  return [(performance.now() - started) / 1_000, value];
}

/** Bytes that the open database takes. */
async function sizeOf(url: string): Promise<number> {
  if (url.startsWith('file:')) return statSync(url.slice('file:'.length)).size;
  const [found] = await rows<{ size: string }>(read(), sql`select pg_database_size(current_database()) as size`);
  return Number(found?.size);
}

let memory = 0;
const watch = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage().rss);
}, 100);

const { DATABASE_URL, DATA_DIR } = env();
// Beside the folders of the installations, where the other engine's process finds it.
const fileOf = (scheme: string | undefined) => join(DATA_DIR, '..', `${scheme}.backup`);
const [file, others] = [fileOf(DATABASE_URL.split(':')[0]), fileOf('file')];
const restoring = async (from: string) =>
  (await seconds(async () => restoreDatabase(from, await checkBackup(from), true)))[0];

await openDatabase();
await migrate();
// The second engine is filled with what the first had.
const isMoved = others !== file && existsSync(others);
const move = isMoved ? await restoring(others) : null;
if (!isMoved) {
  await settleInstallation();
  const [took] = await seconds(seed);
  console.log(`filled in ${took.toFixed(0)} s`);
}
const database = await sizeOf(DATABASE_URL);
memory = 0;
const [backup] = await seconds(async () => {
  await backUpDatabase(file, new Date());
  await checkBackup(file);
});
const restore = await restoring(file);
clearInterval(watch);
await closeDatabase();
const measured: BackupFigures = { database, file: statSync(file).size, backup, restore, move, memory };
if (file !== others) rmSync(file);
process.send?.(measured);
